/** An event as feeds read it. */
export { LAST_MODIFIED_KEY, type EventView as FeedEvent } from '../events/dto/event.view.js';
