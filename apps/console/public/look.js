// Runs before the first paint, so that the light theme does not flash dark.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  if (stored('console.theme') === 'light') document.documentElement.dataset.theme = 'light';
  if (stored('language') === 'EN') document.documentElement.lang = 'en';
})();
