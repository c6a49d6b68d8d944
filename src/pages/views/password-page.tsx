import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { PageContext } from '../page-context.js';
import { Detail } from './contact.js';
import { Document, type PageHead } from './document.js';
import { EventTitle, type EventPhase } from './event-page.js';
import { EventWhen } from './event-when.js';

interface PasswordPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  /** The event in its reduced form. */
  readonly event: EventView;
  readonly phase: EventPhase;
  /** Why the password was not accepted. */
  readonly error?: string | undefined;
}

/** A protected event: what everyone may see of it, and a form for its password. */
export const PasswordPage = ({ page, head, event, phase, error }: PasswordPageProps): VNode => (
  <Document page={page} head={head}>
    <article class="record has-no-image">
      <EventTitle page={page} event={event} phase={phase} parent={undefined} />
      <div class="record-details">
        <dl class="details">
          <Detail term={page.text('when')}>
            <EventWhen page={page} event={event} />
          </Detail>
        </dl>
      </div>
      <PasswordForm page={page} action={page.urls.record('event', event.slug)} error={error} />
    </article>
  </Document>
);

interface PasswordFormProps extends Pick<PasswordPageProps, 'page' | 'error'> {
  readonly action: string;
}

const PasswordForm = ({ page, action, error }: PasswordFormProps): VNode => (
  <form class="password-form" method="post" action={action}>
    <p>{page.text('password.explanation')}</p>
    <p class="field">
      <label for="password">{page.text('password.label')}</label>
      <input
        type="password"
        id="password"
        name="password"
        maxLength={200}
        required
        autocomplete="off"
        aria-describedby={error && 'password-error'}
        aria-invalid={error ? 'true' : undefined}
      />
      {error && (
        <span class="error" id="password-error" role="alert">
          {error}
        </span>
      )}
    </p>
    <button type="submit">{page.text('password.submit')}</button>
  </form>
);
