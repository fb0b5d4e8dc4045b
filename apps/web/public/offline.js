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
  // A browser says so before the site can be reached: then this page came again, and no event follows. Not all at once.
  setInterval(() => navigator.onLine && load(), 4_000 + Math.random() * 4_000);
  addEventListener('click', ({ target }) => {
    if (target.matches('button')) load();
  });
})();
