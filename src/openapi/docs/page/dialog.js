// Swagger UI's dialog for credentials, for those who hear the page or move by keys.

/** @param {Element} root holds what Swagger UI writes */
export function trapFocusInDialog(root) {
  let opener;
  const observer = new MutationObserver(() => {
    const dialog = root.querySelector('.modal-ux');
    if (dialog && !dialog.role) {
      opener ??= lastPressed;
      open(dialog);
    } else if (!dialog && opener) {
      opener.focus();
      opener = undefined;
    }
  });
  let lastPressed;
  root.addEventListener('click', ({ target }) => {
    const button = target.closest('.authorize, .authorization__btn');
    if (button && !button.closest('.modal-ux')) lastPressed = button;
  });
  observer.observe(root, { subtree: true, childList: true });
}

function open(dialog) {
  dialog.role = 'dialog';
  dialog.ariaModal = 'true';
  dialog.ariaLabel = dialog.querySelector('h3')?.textContent;
  dialog.addEventListener('keydown', trapFocus);
  // Swagger UI would begin with the last field.
  (dialog.querySelector('input') ?? dialog.querySelector('button')).focus();
}

function trapFocus(event) {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll('button, input, a[href]')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}
