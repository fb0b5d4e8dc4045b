// The language that the fan chose, where the browser knows it: then the other one is not shown.
(() => {
  const languages = { TH: 'th', EN: 'en' };
  let language;
  try {
    language = languages[localStorage.getItem('language')];
  } catch {
    // Both are shown.
  }
  if (language) {
    document.documentElement.lang = language;
    document.documentElement.className = `only-${language}`;
  }
  const load = () => location.reload();
  addEventListener('online', load);
  addEventListener('click', ({ target }) => {
    if (target.matches('button')) load();
  });
})();
