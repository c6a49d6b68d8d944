/** Names and addresses of this machine, as URLs have them. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether nobody between here and the host of a URL can read or change what is sent: `https`, or `http` on this machine. */
export function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}
