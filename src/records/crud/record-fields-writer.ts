import { Injectable } from '@nestjs/common';
import { collectErrors } from '../../kernel/errors/collect-errors.js';
import { RecordExtensions } from '../extension-points/record-extensions.js';
import { setPendingUnlessPublisher } from '../publishing/publication.js';
import { PublicationWriter, type PublishableRecord } from '../publishing/publication-writer.js';
import { TranslationWriter, type TranslationInput } from '../translations/translation-writer.js';
import { hasPublishing } from '../types/record-kinds.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import type { ResourceType, ResourceTypeMap } from './resource-type.js';

@Injectable()
export class RecordFieldsWriter {
  constructor(
    private readonly publication: PublicationWriter,
    private readonly translations: TranslationWriter,
    private readonly extensions: RecordExtensions,
  ) {}

  /** Writes publication, fields, translations and the fields of extensions. One error names all invalid parameters. */
  async write<T extends ResourceTypeMap>(
    { em, context }: WriteScope,
    type: ResourceType<T>,
    record: T['entity'],
    input: T['input'],
  ): Promise<void> {
    const { kind, translations } = type;
    const translation = { language: context.language, input: translationInput(type, input) };
    const published = hasPublishing(kind) ? (record as unknown as PublishableRecord) : undefined;
    await collectErrors([
      () => published && this.publication.write(em, context, published, input),
      () => type.applyFields?.(record, input, em),
      () => this.translations.write(em, translations, record, translation),
      () => this.extensions.writeExtensionFields({ em, context }, kind, record, input),
    ]);
  }

  async removeTranslation<T extends ResourceTypeMap>(
    { em, context }: WriteScope,
    { kind, translations }: ResourceType<T>,
    record: T['entity'],
  ): Promise<void> {
    await this.translations.remove(em, translations, record, context.language);
    if (hasPublishing(kind)) setPendingUnlessPublisher(context.principal, record as unknown as PublishableRecord);
  }
}

function translationInput<T extends ResourceTypeMap>(
  { translations }: ResourceType<T>,
  input: object,
): TranslationInput<T['translation']> {
  const { titleColumn, titleParameter } = translations;
  const { description, slug, [titleParameter]: title } = input as Record<string, string | null | undefined>;
  return { [titleColumn]: title, description, slug } as TranslationInput<T['translation']>;
}
