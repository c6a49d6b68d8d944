// Additions to the pages in browsers with JavaScript. All pages work without it.
document.documentElement.classList.add('has-script');
const table = document.querySelector('table.month');

/** Arrow keys, Home and End move between the links of a month; PageUp and PageDown open the months around it. */
function moveInMonth(event) {
  if (hasModifier(event)) return;
  const relation = { PageUp: 'prev', PageDown: 'next' }[event.key];
  const month = relation && document.querySelector(`main a[rel="${relation}"]`);
  const link = month ?? linkInMonth(event.target.closest('td'), event);
  if (!link) return;
  event.preventDefault();
  if (month) month.click();
  else link.focus();
}

const hasModifier = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

const linksOf = (cells) => [...cells].flatMap((cell) => [...cell.querySelectorAll('a')]);

/**
 * The link to which a key moves the focus: up or down among the links of a weekday, left or right to the nearest day
 * with links, Home or End to the first or last such day of the week.
 */
function linkInMonth(cell, { key, target }) {
  if (!cell) return undefined;
  const column = linksOf(table.querySelectorAll(`tbody td:nth-child(${cell.cellIndex + 1})`));
  const days = [...table.querySelectorAll('tbody td')].filter((day) => day === cell || day.querySelector('a'));
  const neighbour = (step) => linksOf([days[days.indexOf(cell) + step]].filter(Boolean))[0];
  const links = {
    ArrowUp: () => column[column.indexOf(target) - 1],
    ArrowDown: () => column[column.indexOf(target) + 1],
    ArrowLeft: () => neighbour(-1),
    ArrowRight: () => neighbour(1),
    Home: () => linksOf(cell.parentElement.cells)[0],
    End: () => linksOf([...cell.parentElement.cells].filter((day) => day.querySelector('a')).slice(-1))[0],
  };
  return links[key]?.();
}

/** Appends the next page of a list. If that fails, opens it as a page of its own. `data-loaded` is the text for screen readers. */
async function loadMore(link) {
  if (link.ariaDisabled === 'true') return;
  link.ariaDisabled = 'true';
  try {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(String(response.status));
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    const added = appendDays(daysOf(next), link.target);
    announce(link.dataset.loaded);
    continueAt(link, next.querySelector('a[data-loaded]'));
    added[0]?.querySelector('a')?.focus();
  } catch {
    delete link.dataset.loaded;
    link.click();
  }
  link.ariaDisabled = null;
}

/** The days of a list, or the only section of the day view. */
const daysOf = (page) => [...page.querySelectorAll('main section:has(article)')];

/**
 * Appends days to the list. Events of the last day in the list are added to its section.
 * @returns the elements of the events
 */
function appendDays(days, target) {
  const dateOf = (day) => day.querySelector('h2 time')?.dateTime;
  const events = days.flatMap((day) => [...day.querySelectorAll('article')]);
  if (events.length === 0) throw new Error('No events');
  for (const link of target ? days.flatMap((day) => linksOf([day])) : []) link.target = target;
  for (const day of days) {
    const last = daysOf(document).at(-1);
    if (dateOf(last) === dateOf(day))
      last.querySelector('article').parentElement.append(...day.querySelectorAll('article'));
    else last.after(day);
  }
  return events;
}

function continueAt(link, next) {
  if (next) link.href = next.getAttribute('href');
  else link.remove();
}

function announce(text) {
  const status = document.querySelector('#status') ?? document.body.appendChild(document.createElement('p'));
  Object.assign(status, { id: 'status', role: 'status', className: 'visually-hidden', textContent: '' });
  // A live region must exist before its text changes, otherwise screen readers ignore it.
  setTimeout(() => (status.textContent = text), 100);
}

/** The map loads nothing from other hosts before the click, unless the configuration allows it. */
function prepareMap(map) {
  const button = map.querySelector('button');
  const places = [...document.querySelectorAll('.place-card[data-lat]')];
  const show = async () => {
    button.disabled = true;
    await Promise.all([loadStyle(map.dataset.style), import(map.dataset.script)]);
    showMap(map, places, window.L);
    if (document.activeElement === document.body && !map.dataset.autoload) map.focus({ preventScroll: true });
  };
  const showOrEnable = () => show().catch(() => (button.disabled = false));
  button.addEventListener('click', showOrEnable);
  map.hidden = false;
  if (map.dataset.autoload) void showOrEnable();
}

const loadStyle = (href) =>
  new Promise((onload, onerror) => {
    document.head.prepend(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }));
  });

function showMap(container, places, L) {
  const { tiles, attribution, zoomIn, zoomOut } = container.dataset;
  const isAnimated = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const animations = { zoomAnimation: isAnimated, fadeAnimation: isAnimated, inertia: isAnimated };
  container.replaceChildren();
  container.classList.add('is-open');
  const map = L.map(container, { ...animations, zoomControl: false, scrollWheelZoom: false });
  map.attributionControl.setPrefix(false);
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  const markers = places.map((place) => markerOf(place, L).addTo(map));
  const bounds = L.latLngBounds(markers.map((marker) => marker.getLatLng()));
  map.fitBounds(bounds, { maxZoom: 15, padding: [40, 40], animate: false });
  tileLayerOf(L, tiles, escapeHtml(attribution)).addTo(map);
  container.addEventListener('keydown', ({ key }) => key === 'Escape' && map.closePopup());
}

/** A layer whose removed tiles do not get Leaflet's empty `data:` image, which the content security policy blocks. */
function tileLayerOf(L, url, attribution) {
  const { _removeTile } = L.GridLayer.prototype;
  const Tiles = L.TileLayer.extend({ _abortLoading: undefined, _removeTile });
  return new Tiles(url, { attribution, subdomains: 'a', maxZoom: 19 });
}

/** A marker with the number of events. Its popup is a copy of the list item of the place. */
function markerOf(place, L) {
  const { lat, lng, count } = place.dataset;
  const icon = L.divIcon({
    className: 'map-marker',
    html: escapeHtml(count),
    iconSize: [36, 36],
    popupAnchor: [0, -14],
  });
  const title = place.querySelector('h2').textContent;
  const label = `${title}, ${place.querySelector('.place-count').textContent}`;
  const marker = L.marker([lat, lng], { icon, title });
  marker.on('add', () => marker.getElement().setAttribute('aria-label', label));
  const content = document.createElement('div');
  content.append(...place.cloneNode(true).childNodes);
  const maxWidth = Math.min(300, innerWidth - 120);
  marker.bindPopup(content, { closeButton: false, maxWidth, maxHeight: 260, autoPanPadding: [20, 20] });
  marker.on('popupopen', () => content.querySelector('a').focus({ preventScroll: true }));
  marker.on('popupclose', () => content.contains(document.activeElement) && marker.getElement().focus());
  return marker;
}

const escapeHtml = (text) => Object.assign(document.createElement('span'), { textContent: text }).innerHTML;

/** Reports the height of an embed to the page around it, whenever it changes. */
function reportHeight() {
  const root = document.documentElement;
  const report = () =>
    parent.postMessage({ calendarEventsHeight: Math.ceil(root.getBoundingClientRect().height) }, '*');
  // Browsers notify no observer in a frame that is far from the viewport.
  report();
  new ResizeObserver(report).observe(root);
}

table?.addEventListener('keydown', moveInMonth);

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-loaded]');
  if (!link || event.defaultPrevented || hasModifier(event)) return;
  event.preventDefault();
  void loadMore(link);
});

for (const map of document.querySelectorAll('.map[data-tiles]')) prepareMap(map);

if (document.documentElement.classList.contains('is-embed') && window !== window.parent) reportHeight();
