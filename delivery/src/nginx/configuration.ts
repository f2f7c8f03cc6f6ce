import type { Environment } from '@console/shared-kernel/remote/documents'
import { contentSecurityPolicy, integrityPolicy, REMOTE_HEADERS, SECURITY_HEADERS } from '../policy'

export interface NginxSettings {
  environment: Environment
  /** Absolute path of the folder with index.html and environment.json. */
  publicFolder: string
  /** Absolute path of the site, in which each remote has its folder. */
  siteFolder: string
  /** What nginx listens on, e.g. `127.0.0.1:8000`: pages, the remotes' files, the API, external reports. */
  listen: { console: string; releases: string; api: string; reports?: string | undefined }
  /** The API's processes, e.g. `127.0.0.1:4200`. */
  upstreams: string[]
  /** The processes of the external reports. */
  reportsUpstreams: string[]
  /** Whether this nginx has the module that sends `.br` files. */
  brotli: boolean
}

/**
 * Server blocks for nginx, to be included inside `http`. TLS is the operator's: certificates are added to
 * the `listen` lines. The policy follows from the environment's origins, so this is written anew when
 * `promote` says that one is new.
 */
export const nginxConfiguration = (settings: NginxSettings): string =>
  [
    cacheMap(settings),
    consoleServer(settings),
    releasesServer(settings),
    ...servicesOf(settings).map(serviceServer),
  ].join('\n')

/** Names of its own for each environment, so that one nginx may serve several. */
const own = (what: string, { name }: Environment): string => `console_${what}_${name.replaceAll('-', '_')}`

const cacheVariable = (environment: Environment): string => `$${own('cache', environment)}`

/** External reports are a service of their own, which may stand elsewhere. */
function servicesOf({ environment, listen, upstreams, reportsUpstreams }: NginxSettings): Service[] {
  const api = { name: own('api', environment), listen: listen.api, upstreams }
  if (listen.reports === undefined) return [api]
  return [api, { name: own('reports', environment), listen: listen.reports, upstreams: reportsUpstreams }]
}

/**
 * Hashed names never change; everything else is asked for each time. A refusal is kept by nobody: a file that
 * is missing while a release is being copied would stay missing for a year.
 */
const cacheMap = ({ environment }: NginxSettings): string =>
  `map "$status $uri" ${cacheVariable(environment)} {
    default no-cache;
    "~^(?:200|206|304) .*\\.[0-9a-f]{8,}\\.[^/]+$" "public, max-age=31536000, immutable";
}
`

function consoleServer({ environment, publicFolder, listen, brotli }: NginxSettings): string {
  const integrity = integrityPolicy(environment)
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': contentSecurityPolicy(environment),
    ...(integrity !== null && { 'Integrity-Policy': integrity }),
  }
  const caching = cacheVariable(environment)
  return `server {
    listen ${listen.console};
    root ${quoted(publicFolder)};
${precompressed(brotli)}
    # of the patterns, the first that fits counts
    location ~ "/\\." { return 404; }
    location / {
${headerLines(headers)}
        add_header Cache-Control ${caching} always;
        try_files /index.html =404;
    }
    # what names a file is that file or nothing
    location ~ "\\.[^./]+$" {
${headerLines(headers)}
        add_header Cache-Control ${caching} always;
        try_files $uri =404;
    }
}
`
}

function releasesServer({ environment, siteFolder, listen, brotli }: NginxSettings): string {
  const headers = { ...SECURITY_HEADERS, ...REMOTE_HEADERS }
  return `server {
    listen ${listen.releases};
    root ${quoted(siteFolder)};
${precompressed(brotli)}
    location ~ "/\\." { return 404; }
    location / {
${headerLines(headers)}
        add_header Cache-Control ${cacheVariable(environment)} always;
        try_files $uri =404;
    }
    # settings and history are nobody's but the operator's
    location ^~ /environments/ { return 404; }
}
`
}

/** A service and the processes behind it. */
interface Service {
  name: string
  listen: string
  upstreams: string[]
}

/**
 * Each process is tried whatever happened a moment ago, and the next one where it refuses: a process left out
 * for some seconds after its restart would be missed while the other restarts.
 */
function serviceServer({ name, listen, upstreams }: Service): string {
  return `upstream ${name} {
${upstreams.map((address) => `    server ${address} max_fails=0;`).join('\n')}
    keepalive 32;
}
server {
    listen ${listen};
    client_max_body_size 1m;
    location / {
        proxy_pass http://${name};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        # in the place of what a client claims: the API counts its callers by it
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        # a list of all users is passed on as it comes
        proxy_buffering off;
        # a write that may have been done is never sent to the other process
        proxy_next_upstream error timeout http_503;
        proxy_connect_timeout 2s;
    }
}
`
}

const precompressed = (brotli: boolean): string =>
  [
    '    gzip on;',
    '    gzip_types application/json application/javascript text/css image/svg+xml;',
    '    gzip_vary on;',
    '    gzip_static on;',
    ...(brotli ? ['    brotli_static on;'] : []),
  ].join('\n')

/** On errors too. A location with a header of its own inherits none, so each has all of them. */
const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `        add_header ${name} ${quoted(value)} always;`)
    .join('\n')

/** In nginx's words; a dollar would name a variable. */
function quoted(text: string): string {
  if (/["\\$\n]/.test(text)) throw new Error(`This cannot stand in nginx's configuration: ${text}`)
  return `"${text}"`
}
