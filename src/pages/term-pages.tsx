import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CategoriesService } from '../categories/categories.service.js';
import type { CategoryView } from '../categories/dto/category.view.js';
import type { TextResponse } from '../http/request/text-response.js';
import { TagsService } from '../tags/tags.service.js';
import { PageContexts, type PageContext } from './page-context.js';
import { ANY_LANGUAGE, assertCurrentSlug } from './record-head.js';
import { RecordPages } from './record-pages.js';
import { CategoryDetails } from './views/record-details.js';

/** Subcategories on the page of a category. */
const MAX_SUBCATEGORIES = 100;

/** The pages of categories and tags. */
@Injectable()
export class TermPages {
  constructor(
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly records: RecordPages,
    private readonly pages: PageContexts,
  ) {}

  async category(slug: string, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const category = await this.categories.get(page.request, { slug }, ANY_LANGUAGE);
    assertCurrentSlug(request, slug, category, page.urls.record('category', category.slug));
    const parents = await this.list(page, { include: [category.parent ?? 0], hide_empty: false });
    const subcategories = await this.list(page, { parent: category.id, hide_empty: true });
    const details = <CategoryDetails {...{ page, parents, subcategories }} />;
    return this.records.render(page, {
      kind: 'category',
      record: category,
      name: category.name,
      filter: 'categories',
      details,
    });
  }

  async tag(slug: string, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const tag = await this.tags.get(page.request, { slug }, ANY_LANGUAGE);
    assertCurrentSlug(request, slug, tag, page.urls.record('tag', tag.slug));
    return this.records.render(page, { kind: 'tag', record: tag, name: tag.name, filter: 'tags' });
  }

  private async list(
    page: PageContext,
    filters: { readonly include?: number[]; readonly parent?: number; readonly hide_empty: boolean },
  ): Promise<readonly CategoryView[]> {
    const query = { ...ANY_LANGUAGE, page: 1, per_page: MAX_SUBCATEGORIES, orderby: 'name', order: 'asc' } as const;
    return (await this.categories.list(page.request, { ...query, ...filters })).categories;
  }
}
