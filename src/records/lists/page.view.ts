import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { ListedResource } from '../../kernel/context/record-kind.js';

/** The members of every list besides its records. These are under the plural of their kind. */
export class Page {
  @ApiProperty({ description: 'fields.page', type: 'integer', minimum: 1, example: 1 })
  page!: number;

  @ApiProperty({ description: 'fields.per_page', type: 'integer', minimum: 1, example: 12 })
  per_page!: number;

  @ApiProperty({ description: 'fields.total', type: 'integer', minimum: 0, example: 1 })
  total!: number;

  @ApiProperty({ description: 'fields.total_pages', type: 'integer', minimum: 0, example: 1 })
  total_pages!: number;

  @ApiProperty({ description: 'fields.list_rest_url', format: 'uri' })
  rest_url!: string;

  @ApiProperty({ description: 'fields.next_rest_url', format: 'uri', nullable: true, type: String, example: null })
  next_rest_url!: string | null;

  @ApiProperty({ description: 'fields.previous_rest_url', format: 'uri', nullable: true, type: String, example: null })
  previous_rest_url!: string | null;
}

/**
 * The class of a list of one kind.
 * @example export class VenueList extends PageOf(VENUE, VenueView) {}
 */
export function PageOf<Plural extends string, View>(
  { plural, path }: ListedResource<Plural>,
  view: Type<View>,
): Type<Page & Record<Plural, View[]>> {
  class ListOfKind extends Page {}
  ApiProperty({ description: `fields.page_of.${plural}`, type: [view] })(ListOfKind.prototype, plural);
  ApiProperty({ example: `https://agenda.example/${path}?per_page=12` })(ListOfKind.prototype, 'rest_url');
  return ListOfKind as Type<Page & Record<Plural, View[]>>;
}
