import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** What every list is served in, beside the records under the key of their kind. */
export class Page {
  @ApiProperty({ description: 'fields.page', type: 'integer' })
  page!: number;

  @ApiProperty({ description: 'fields.per_page', type: 'integer' })
  per_page!: number;

  @ApiProperty({ description: 'fields.total', type: 'integer' })
  total!: number;

  @ApiProperty({ description: 'fields.total_pages', type: 'integer' })
  total_pages!: number;

  @ApiProperty({ description: 'fields.list_rest_url', format: 'uri' })
  rest_url!: string;

  @ApiProperty({ description: 'fields.next_rest_url', format: 'uri', nullable: true, type: String })
  next_rest_url!: string | null;

  @ApiProperty({ description: 'fields.previous_rest_url', format: 'uri', nullable: true, type: String })
  previous_rest_url!: string | null;
}

/**
 * The class of a list of one kind.
 * @example export class VenueList extends PageOf('venues', VenueView) {}
 */
export function PageOf<Key extends string, View>(key: Key, view: Type<View>): Type<Page & Record<Key, View[]>> {
  class ListOfKind extends Page {}
  ApiProperty({ description: `fields.${key}`, type: [view] })(ListOfKind.prototype, key);
  return ListOfKind as Type<Page & Record<Key, View[]>>;
}
