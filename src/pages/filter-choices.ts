import { Injectable } from '@nestjs/common';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import { CategoriesService } from '../categories/categories.service.js';
import type { CategoryView } from '../categories/dto/category.view.js';
import type { PageContext } from './page-context.js';

/** Categories in the form of filters. A calendar with more needs the search. */
const MAX_CATEGORIES = 100;

/** Events are not counted. */
const SHOWN_FIELDS = createFieldSelection(['slug', 'name']);

/** What visitors can choose from in the form of filters. */
@Injectable()
export class FilterChoices {
  constructor(private readonly service: CategoriesService) {}

  /** Categories that have events, by name. */
  async categories(page: PageContext): Promise<readonly CategoryView[]> {
    const query = { page: 1, per_page: MAX_CATEGORIES, ml_fallback: 'record', hide_empty: true } as const;
    const list = await this.service.list(
      { ...page.request, fields: SHOWN_FIELDS },
      { ...query, orderby: 'name', order: 'asc' },
    );
    return list.categories;
  }
}
