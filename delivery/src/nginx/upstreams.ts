/** A service that consists of one or more processes. */
export interface Service {
  /** Unique in one nginx; also the prefix of its named locations. */
  name: string
  addresses: readonly string[]
  slow: readonly SlowRoute[]
}

interface SlowRoute {
  path: string
  kind: 'report' | 'bulk' | 'stream'
}

/** nginx tries the next process after these failures, where that is safe. */
const FAILURES = 'error timeout'
/** A failed process gets no requests for this long. */
const FAIL_TIMEOUT_S = 10
const READ_S = 5
/** Longer than a change waits in the API for a connection and for locks, so that the API answers first. */
const WRITE_S = 20
const CONNECT_S = 1
/** The API closes a connection after two minutes without data. */
const BULK_S = 125
/** A report may take 15 s in the API's queue and 30 s in the database, after half of each on a replica. */
const REPORT_S = 70

/** The API sends something every 15 s. */
const STREAM_S = 40
/** A process that is stopping rejects streams, which would have to end at once. */
const STOPPING = 'http_503'

export const API_ROUTES: readonly SlowRoute[] = [
  { path: '= /api/events', kind: 'stream' },
  { path: '= /api/internal/query', kind: 'report' },
  { path: '^~ /api/Machines/bulk/', kind: 'bulk' },
  { path: '^~ /api/Users/bulk/', kind: 'bulk' },
  { path: '= /api/Games/user-settings/copy', kind: 'bulk' },
]
export const REPORTS_ROUTES: readonly SlowRoute[] = [{ path: '= /api/external/query', kind: 'report' }]

/**
 * The `zone` shares the state of the processes among nginx's workers. Each address is listed again as
 * `backup`: after all have failed (the database was down, or two restarts in a row) they are tried again
 * immediately, without waiting for `fail_timeout`.
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
 * Sends a write that could not be delivered to the address after the one that refused the connection. The
 * upstream would choose among all addresses again, perhaps the same one. This still happens with host names,
 * because nginx reports the failed address as an IP address.
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

/** X-Forwarded-For replaces the client's own value, because services count callers by this header. */
export const PROXY_LINES = [
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  `proxy_connect_timeout ${CONNECT_S}s;`,
  // nginx adds its own
  'proxy_hide_header Strict-Transport-Security;',
]

/**
 * Maps for the `http` level. `_sent` holds the status to return for a failed write; it is empty if no byte
 * has left nginx in up to three attempts, so that the write may go to another process.
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
    "~^0(?: : 0){0,2} [^:]" "";
    "~ 504$" 504;
}
`

/**
 * Failed reads go to the next process. nginx would do the same with PUT and DELETE, which could repeat a
 * write, so writes have locations of their own.
 */
export function serviceLocations(service: Service, prefix: string): string {
  const { name, addresses, slow } = service
  const writes = { name: `@${name}_write`, seconds: WRITE_S }
  const bulk = { name: `@${name}_bulk`, seconds: BULK_S }
  const secondsOf = { report: REPORT_S, stream: STREAM_S, bulk: READ_S }
  const routes = slow.map(({ path, kind }) => ({
    path,
    seconds: secondsOf[kind],
    writes: kind === 'bulk' ? bulk : writes,
    ...(kind === 'stream' && { retried: STOPPING }),
  }))
  const hasBulk = slow.some(({ kind }) => kind === 'bulk')
  return [
    ...['client_max_body_size 1m;', ...PROXY_LINES],
    '# lists and events are passed on while they are read',
    'proxy_buffering off;',
    `proxy_next_upstream ${FAILURES};`,
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
  seconds: number
  writes: WriteLocation
  /** Answers after which the next process is tried, in addition to failed connections. */
  retried?: string
}

function routeLocation(
  { path, seconds, writes, retried }: Route,
  { name, addresses }: Service,
  prefix: string,
): string {
  const retries = retried === undefined ? '' : `\n    proxy_next_upstream ${FAILURES} ${retried};`
  return `location ${path} {
    error_page 418 = ${writes.name};
    if ($${prefix}_write) { return 418; }
    proxy_read_timeout ${seconds}s;${retries}
    proxy_next_upstream_timeout ${seconds * addresses.length}s;
    proxy_pass http://${name};
}`
}

/** A failed write is retried only if no part of it was sent. */
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
