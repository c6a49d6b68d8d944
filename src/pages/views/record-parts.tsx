import type { VNode } from 'preact';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordView } from '../../records/views/record.view.js';
import type { PageContext } from '../page-context.js';
import { richText } from '../rich-text.js';
import { languageAttribute } from './event-item.js';

interface RecordProps {
  readonly page: PageContext;
  readonly record: Pick<RecordView, 'description'> & { readonly ml_language: Language };
}

/** The description of a record, which is sanitized HTML. */
export const Description = ({ page, record }: RecordProps): VNode | null =>
  record.description === '' ? null : (
    <section class="description" aria-labelledby="description">
      <h2 class="visually-hidden" id="description">
        {page.text('description')}
      </h2>
      <div
        lang={languageAttribute(record, page)}
        dangerouslySetInnerHTML={{ __html: richText(page, record.description) }}
      />
    </section>
  );
