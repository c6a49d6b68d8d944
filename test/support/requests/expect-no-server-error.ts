import { ADMIN_HEADERS, rawRequest, type RawResponse, type RawRequest } from './raw-request.js';
import type { TestCalendar } from '../calendar/test-calendar.js';

/** Sends a request as administrator and expects a success or a 4xx problem. */
export async function expectNoServerError(calendar: TestCalendar, request: RawRequest): Promise<RawResponse> {
  const path = `${new URL(calendar.base).pathname}/${request.path}`;
  const headers = { ...ADMIN_HEADERS, ...request.headers };
  const response = await rawRequest(calendar.origin, { ...request, path, headers });
  const { status, body } = response;
  const isProblem = body['status'] === status && typeof body['code'] === 'string';
  if (status >= 400 && (status >= 500 || !isProblem)) {
    throw new Error(`${status} to ${JSON.stringify(request).slice(0, 500)}: ${response.text.slice(0, 200)}`);
  }
  return response;
}
