// Where a reader is, on the way from the page in one language to the page in another: what is open, what stands at the top
// of the window, and the credentials. They are kept for that way alone, as the computer may be shared.
const KEY = 'docs-navigation';
/** How long contents may still arrive above what the reader was looking at, in milliseconds. */
const SETTLE_MS = 3000;

/** Notes the place when a link to another language is followed in the same tab. */
export function saveNavigationState(ui, link, event) {
  link.hash = location.hash;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const shown = ui.getState().getIn(['layout', 'shown']);
  const place = {
    authorized: ui.authSelectors.authorized().toJS(),
    shown: shown ? [...shown].map(([key, isShown]) => [key.toJS(), isShown]) : [],
    anchor: topmostElement(),
    hash: location.hash,
  };
  storeState(JSON.stringify(place));
}

/** A browser may refuse to keep anything. */
function storeState(place) {
  try {
    sessionStorage.setItem(KEY, place);
  } catch {
    // The other page then begins at its head.
  }
}

/** The place that was left for this page, which it is then the only one to know. */
export function takeNavigationState() {
  const stored = takeStoredState();
  if (!stored) return undefined;
  // Swagger UI would go to the head of the open operation.
  history.replaceState(null, '', location.pathname + location.search);
  return JSON.parse(stored);
}

function takeStoredState() {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return stored;
  } catch {
    return undefined;
  }
}

/** Puts the reader back where the other page was left. */
export function restoreNavigationState(ui, { authorized, shown, anchor, hash }) {
  if (Object.keys(authorized).length > 0) ui.authActions.restoreAuthorization({ authorized });
  for (const [key, isShown] of shown) ui.layoutActions.show(key, isShown);
  history.replaceState(null, '', location.pathname + location.search + hash);
  if (anchor) keepInPosition(anchor);
}

/** The operation or tag at the top of the window, and how far from the top it is. */
function topmostElement() {
  if (scrollY === 0) return undefined;
  const candidates = [...document.querySelectorAll('.opblock, .opblock-tag')].map((element) => ({
    id: element.id,
    ...element.getBoundingClientRect().toJSON(),
  }));
  const found = candidates.find(({ bottom }) => bottom > 80);
  return found && { id: found.id, top: found.top };
}

/** Holds an element where it was while contents arrive, unless the reader moves on. */
function keepInPosition({ id, top }) {
  const settle = () => {
    const element = document.getElementById(id);
    if (element) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  };
  const observer = new ResizeObserver(settle);
  const { style } = document.documentElement;
  const end = () => {
    observer.disconnect();
    style.overflowAnchor = '';
  };
  // The browser would move the window as well.
  style.overflowAnchor = 'none';
  observer.observe(document.body);
  for (const each of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(each, end, { once: true, passive: true });
  }
  setTimeout(end, SETTLE_MS);
}
