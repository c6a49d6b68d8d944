// Runs before anything is painted, so that a dark page never flashes white.
(() => {
  const KEY = 'docs-theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = remembered() ?? 'system';

  /** A browser may refuse to remember. */
  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return undefined;
    }
  }

  function remember() {
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // It holds for this page.
    }
  }

  /** Swagger UI has dark colours of its own, below this class. */
  function apply() {
    const isDark = chosen === 'dark' || (chosen === 'system' && system.matches);
    document.documentElement.classList.toggle('dark-mode', isDark);
  }

  function choose(event) {
    chosen = event.target.value;
    apply();
    remember();
  }

  apply();
  system.addEventListener('change', apply);
  document.addEventListener('DOMContentLoaded', () => {
    const select = document.querySelector('.theme select');
    select.value = chosen;
    select.addEventListener('change', choose);
  });
})();
