/** A service that runs as one or more processes, which nginx chooses from. */
export interface Service {
  /** Unique in one nginx; also the prefix of its named locations. */
  name: string
  addresses: readonly string[]
  /** Paths that take longer than others to answer. */
  slow: readonly SlowRoute[]
}

interface SlowRoute {
  /** As a `location` takes it. */
  path: string
  kind: 'report' | 'bulk'
}

/** How long a failed process gets no requests. */
const FAIL_TIMEOUT_S = 10
const READ_S = 5
/** More than the API lets a change wait for a connection and for locks: it then answers by itself. */
const WRITE_S = 20
const CONNECT_S = 1
/** The API closes a connection on which nothing has been said for two minutes. */
const BULK_S = 125
/** The API gives a report 15 s in the queue and 30 s in the database, and before that half of it to a replica. */
const REPORT_S = 70

export const API_ROUTES: readonly SlowRoute[] = [
  { path: '= /api/internal/query', kind: 'report' },
  { path: '^~ /api/Machines/bulk/', kind: 'bulk' },
  { path: '^~ /api/Users/bulk/', kind: 'bulk' },
  { path: '= /api/Games/user-settings/copy', kind: 'bulk' },
]
export const REPORTS_ROUTES: readonly SlowRoute[] = [{ path: '= /api/external/query', kind: 'report' }]

/**
 * The processes of a service. The `zone` shares what one worker of nginx learns about them with all others.
 * Each address is there a second time as `backup`: after all of them have failed (a database that stood still,
 * or two restarts in a row), they are asked again at once, without waiting for `fail_timeout`.
 */
export function upstream({ name, addresses }: Pick<Service, 'name' | 'addresses'>): string {
  const alone = addresses.length === 1
  const servers = addresses.map((address) =>
    alone ? `server ${address};` : `server ${address} max_fails=1 fail_timeout=${FAIL_TIMEOUT_S}s;`,
  )
  const backups = alone ? [] : addresses.map((address) => `server ${address} max_fails=0 backup;`)
  return `upstream ${name} {
    zone ${name} 64k;
${[...servers, ...backups].map((line) => `    ${line}`).join('\n')}
    keepalive 32;
}
${alone ? '' : nextUpstreams(name, addresses)}`
}

/**
 * Where a write goes on that could not be sent: to the address after the one that has refused it. The upstream
 * itself would choose among all of them again, when many come at once perhaps the same one each time. It still
 * does for names, which an address that has refused does not tell.
 */
function nextUpstreams(name: string, addresses: readonly string[]): string {
  const choices = addresses.map((address, index) => {
    const pattern = `(?:^|[ ,])${address.replace(/[.[\]]/g, '\\$&')}$`
    return `    "~${pattern}" ${name}_${(index + 1) % addresses.length};`
  })
  const single = addresses.map(
    (address, index) => `upstream ${name}_${index} {
    zone ${name}_${index} 64k;
    server ${address};
    keepalive 32;
}
`,
  )
  return `${single.join('')}map $upstream_addr $${name}_next {
    volatile;
    default ${name};
${choices.join('\n')}
}
`
}

/** Headers of a proxied request. X-Forwarded-For replaces the client's own: services count callers by it. */
export const PROXY_LINES = [
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  `proxy_connect_timeout ${CONNECT_S}s;`,
  // nginx sends its own
  'proxy_hide_header Strict-Transport-Security;',
]

/**
 * Maps that the locations of a service need, for the `http` level. `_sent` says of a write that failed which
 * status it is answered with. It is empty where no byte of the write has left nginx in up to three attempts,
 * so that the write may go to another process.
 */
export const serviceMaps = (prefix: string): string => `map $request_method $${prefix}_write {
    default 1;
    GET "";
    HEAD "";
    OPTIONS "";
}
map "$upstream_bytes_sent $upstream_status" $${prefix}_sent {
    volatile;
    default 502;
    "~^0(?: : 0){0,2} " "";
    "~ 504$" 504;
}
`

/**
 * The locations of a service's server. Reads go to the next process. nginx would repeat PUT and DELETE
 * there as well, so that writes have locations of their own.
 */
export function serviceLocations(service: Service, prefix: string): string {
  const { name, addresses, slow } = service
  const writes = { name: `@${name}_write`, seconds: WRITE_S }
  const bulk = { name: `@${name}_bulk`, seconds: BULK_S }
  const routes = slow.map(({ path, kind }) =>
    kind === 'report' ? { path, seconds: REPORT_S, writes } : { path, seconds: READ_S, writes: bulk },
  )
  const hasBulk = slow.some(({ kind }) => kind === 'bulk')
  return [
    ...['client_max_body_size 1m;', ...PROXY_LINES],
    '# lists are passed on while they are read',
    'proxy_buffering off;',
    'proxy_next_upstream error timeout;',
    '# each process, and each once more as a backup, as long as none keeps a read waiting',
    `proxy_next_upstream_tries ${2 * addresses.length};`,
    '# a write comes to its location as an error, and may fail there',
    'recursive_error_pages on;',
    ...[{ path: '/', seconds: READ_S, writes }, ...routes].map((route) =>
      routeLocation(route, service, prefix),
    ),
    ...[writes, ...(hasBulk ? [bulk] : [])].map((location) => writeLocations(location, service, prefix)),
    '',
  ].join('\n')
}

interface WriteLocation {
  name: string
  seconds: number
}

interface Route {
  path: string
  /** Of a read. */
  seconds: number
  writes: WriteLocation
}

const routeLocation = (
  { path, seconds, writes }: Route,
  { name, addresses }: Service,
  prefix: string,
): string =>
  `location ${path} {
    error_page 418 = ${writes.name};
    if ($${prefix}_write) { return 418; }
    proxy_read_timeout ${seconds}s;
    proxy_next_upstream_timeout ${seconds * addresses.length}s;
    proxy_pass http://${name};
}`

/** A failed write returns to the first location if nothing of it was sent; otherwise it is answered. */
const writeLocations = (
  { name, seconds }: WriteLocation,
  { name: upstreamName, addresses }: Service,
  prefix: string,
): string =>
  `location ${name} {
    error_page 502 504 = ${name}_failed;
    proxy_next_upstream off;
    proxy_send_timeout ${seconds}s;
    proxy_read_timeout ${seconds}s;
    proxy_pass http://${addresses.length === 1 ? upstreamName : `$${upstreamName}_next`};
}
location ${name}_failed {
    error_page 418 = ${name};
    if ($${prefix}_sent = 502) { return 502; }
    if ($${prefix}_sent = 504) { return 504; }
    return 418;
}`
