// The element <calendar-events>: a view of the agenda in an iframe. It reads and stores nothing on the page around it.

/** Replaced by `PAGES_ROOT`. */
const PAGES_ROOT = '/agenda';

const { origin: ORIGIN, pathname } = new URL(import.meta.url);
const SERVICE = ORIGIN + pathname.slice(0, -`${PAGES_ROOT}/embed.js`.length);

const FILTERS = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'free',
  'featured',
  'ticketed',
  'event_status',
  'attendance_mode',
  'post_parent',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_radius',
];
const PARAMETERS = ['view', 'theme', ...FILTERS];

const TITLES = { ca: 'Agenda d’esdeveniments', en: 'Events calendar', es: 'Agenda de eventos' };

const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation';

const [MIN_HEIGHT, MAX_HEIGHT] = [50, 50_000];

class CalendarEvents extends HTMLElement {
  static observedAttributes = ['lang', ...PARAMETERS];

  #frame;
  #link = document.createElement('slot');

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(':host { display: block } iframe { display: block; width: 100%; border: 0 }');
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style];
    // The link stays until the view has been shown: its site may not allow this page to embed it.
    this.shadowRoot.append(this.#link);
  }

  connectedCallback() {
    addEventListener('message', this);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener('message', this);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback() {
    if (this.#frame) this.#show();
  }

  /** Sets the height that the frame reports. Messages from other frames are ignored. */
  handleEvent({ origin, source, data }) {
    if (origin !== ORIGIN || !this.#frame || source !== this.#frame.contentWindow) return;
    const height = data?.calendarEventsHeight;
    if (!Number.isFinite(height)) return;
    this.#frame.style.height = `${Math.min(Math.max(height, MIN_HEIGHT), MAX_HEIGHT)}px`;
    this.#link.hidden = true;
  }

  /** Replaces the frame: a new address in the same frame would add an entry to the history of the page. */
  #show() {
    const frame = document.createElement('iframe');
    const language = this.lang.slice(0, 2).toLowerCase();
    const valuesOf = (names) =>
      names.flatMap((name) => (this.getAttribute(name) ? [[name, this.getAttribute(name)]] : []));
    const segment = language in TITLES ? `/${language}` : '';
    frame.title = [TITLES[language] ?? TITLES.en, ...valuesOf(FILTERS).map(([, value]) => value)].join(' · ');
    frame.loading = 'lazy';
    frame.setAttribute('sandbox', SANDBOX);
    frame.src = `${SERVICE}${segment}${PAGES_ROOT}/embed?${new URLSearchParams(valuesOf(PARAMETERS))}`;
    if (this.#frame) frame.style.height = this.#frame.style.height;
    if (this.#frame) this.#frame.replaceWith(frame);
    else this.shadowRoot.append(frame);
    this.#frame = frame;
  }
}

if (!customElements.get('calendar-events')) customElements.define('calendar-events', CalendarEvents);
