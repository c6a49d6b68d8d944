/**
 * Wraps `authorizeWithPersistOption` of Swagger UI: stores credentials, with the name of their user, only if `GET …/me`
 * accepts them. Otherwise shows an error.
 */
export const authorizeChecked = (original, system) => async (credentials) => {
  system.errActions.clear({ source: 'auth' });
  const [name, entry = {}] = Object.entries(credentials).find(([, { value }]) => value) ?? ['bearer'];
  const { user, message, value } = await checkCredentials(system.oas3Selectors.selectedServer(), entry.value);
  if (message) {
    // An error, as opposed to a warning, would appear at the top of the page too.
    system.errActions.newAuthErr({ authId: name, source: 'auth', level: 'warning', message });
  } else {
    original({ [name]: { ...entry, value, user } });
    system.authActions.showDefinitions(false);
  }
};

async function checkCredentials(server, entered) {
  const value = typeof entered === 'string' ? entered.trim().replace(/^Bearer\s+/i, '') : entered;
  if (!value) return { message: 'Enter a token.' };
  const url = new URL(`${server}/calendar/admin/v1/me?ml_language=${document.documentElement.lang}`, location.href);
  try {
    const response = await fetch(url, { headers: { Authorization: authorizationOf(value) } });
    const { username, role, detail } = await response.json();
    return response.ok ? { value, user: `${username} (${role})` } : { message: detail };
  } catch {
    return { message: 'The credentials could not be checked.' };
  }
}

function authorizationOf(value) {
  if (typeof value === 'string') return `Bearer ${value}`;
  const bytes = new TextEncoder().encode(`${value.username}:${value.password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The name of the signed-in user, and errors of credentials. */
export const credentialComponents = ({ createElement: h }) => ({
  authorizeBtn: (Original, { authSelectors }) =>
    function AuthorizeButton(props) {
      const users = new Set(
        authSelectors
          .authorized()
          .map((entry) => entry.get('user'))
          .values(),
      );
      const status = h('p', { role: 'status' }, ...[...users].map((user) => `Signed in as ${user}`));
      return h('div', { className: 'row' }, status, h(Original, props));
    },
  authError: () => (props) => h('p', { role: 'alert', className: 'errors' }, props.error.get('message')),
});

/** The dialog for credentials, and its fields for secrets. */
export const dialogComponents = ({ createElement: h, useLayoutEffect, useRef, useState }) => ({
  // A modal dialog of the browser keeps the focus inside, closes on Escape and returns the focus to the button.
  authorizationPopup: (Original) =>
    function Dialog(props) {
      const ref = useRef();
      useLayoutEffect(() => {
        const dialog = ref.current;
        dialog.showModal();
        dialog.querySelector('input')?.focus();
        return () => dialog.close();
      }, []);
      const onCancel = () => props.authActions.showDefinitions(false);
      return h('dialog', { ref, onCancel, 'aria-label': 'Available authorizations' }, h(Original, props));
    },
  Input: (Original) =>
    function SecretField(props) {
      const [isRevealed, setRevealed] = useState(false);
      if (!/^auth-(bearer-value|basic-password)$/.test(props.id)) return h(Original, props);
      const field = h(Original, { ...props, type: isRevealed ? 'text' : 'password', autoComplete: 'off' });
      const button = { type: 'button', className: 'btn', 'aria-pressed': isRevealed };
      return h(
        'div',
        { className: 'row' },
        field,
        h('button', { ...button, onClick: () => setRevealed(!isRevealed) }, 'Show'),
      );
    },
});
