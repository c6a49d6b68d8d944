import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { jsonLdDocument } from '../feeds/json-ld/json-ld-document.js';
import { organizationJsonLd, placeJsonLd } from '../feeds/json-ld/place-and-organization.js';
import type { TextResponse } from '../http/request/text-response.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { VenuesService } from '../venues/venues.service.js';
import { PageContexts } from './page-context.js';
import { ANY_LANGUAGE, assertCurrentSlug } from './record-head.js';
import { RecordPages } from './record-pages.js';
import { OrganizerDetails, VenueDetails } from './views/record-details.js';

/** The pages of venues and organizers. */
@Injectable()
export class PlacePages {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly records: RecordPages,
    private readonly pages: PageContexts,
  ) {}

  async venue(slug: string, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const venue = await this.venues.get(page.request, { slug }, ANY_LANGUAGE);
    assertCurrentSlug(request, slug, venue, page.urls.record('venue', venue.slug));
    return this.records.render(page, {
      kind: 'venue',
      record: venue,
      name: venue.venue,
      filter: 'venue',
      details: <VenueDetails page={page} venue={venue} />,
      jsonLd: jsonLdDocument(placeJsonLd(venue) as object),
    });
  }

  async organizer(slug: string, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const organizer = await this.organizers.get(page.request, { slug }, ANY_LANGUAGE);
    assertCurrentSlug(request, slug, organizer, page.urls.record('organizer', organizer.slug));
    return this.records.render(page, {
      kind: 'organizer',
      record: organizer,
      name: organizer.organizer,
      filter: 'organizer',
      details: <OrganizerDetails page={page} organizer={organizer} />,
      jsonLd: jsonLdDocument(organizationJsonLd(organizer) as object),
    });
  }
}
