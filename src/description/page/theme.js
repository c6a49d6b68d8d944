// Runs before anything is painted, so that a dark page never flashes white.
(() => {
  const KEY = 'docs-theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = localStorage.getItem(KEY) ?? 'system';

  /** Swagger UI has dark colours of its own, below this class. */
  function apply() {
    const isDark = chosen === 'dark' || (chosen === 'system' && system.matches);
    document.documentElement.classList.toggle('dark-mode', isDark);
  }

  function choose(event) {
    chosen = event.target.value;
    localStorage.setItem(KEY, chosen);
    apply();
  }

  apply();
  system.addEventListener('change', apply);
  document.addEventListener('DOMContentLoaded', () => {
    const select = document.querySelector('.theme select');
    select.value = chosen;
    select.addEventListener('change', choose);
  });
})();
