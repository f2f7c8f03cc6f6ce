import {
  PAGE_HEADERS,
  REMOTE_HEADERS,
  SCRIPT_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT_SECURITY,
} from '../policy'
import {
  API_ROUTES,
  PROXY_LINES,
  REPORTS_ROUTES,
  serviceLocations,
  serviceMaps,
  upstream,
  type Service,
} from './upstreams'
import { headerLines, quoted } from './syntax'

const POLICY = 'Content-Security-Policy'

/** Contains no releases and no settings of an environment, so their changes need no reload of nginx. */
export interface NginxSettings {
  /** Unique in one nginx; small letters, digits and dashes. */
  name: string
  /** Absolute path of the folder that holds these files. */
  folder: string
  /** Absolute path of the folder with index.html and environment.json. */
  publicFolder: string
  /** Absolute path of the site, in which each remote has its folder. */
  siteFolder: string
  /** Absolute path of the folder whose `.well-known` every server has. */
  webroot: string
  /** The API's processes, e.g. `127.0.0.1:4200`; empty where the API is behind another server. */
  apiUpstreams: readonly string[]
  /** The processes of the external reports, likewise. */
  reportsUpstreams: readonly string[]
  /** The delivery service, which takes the events of pages. */
  delivery: string | undefined
  /** Whether this nginx has the module that sends `.br` files. */
  brotli: boolean
}

/** The files that are written each time, by their names. */
export function includes(settings: NginxSettings): Record<string, string> {
  const prefix = prefixOf(settings)
  const services = servicesOf(settings)
  return {
    'http.conf': httpLevel(settings),
    'well-known.conf': wellKnown(settings),
    'console-headers.conf': withTransportSecurity(consoleHeaders(prefix), prefix),
    'console.conf': consoleLocations(settings),
    'releases-headers.conf': withTransportSecurity(
      headerLines({ ...SECURITY_HEADERS, ...REMOTE_HEADERS }),
      prefix,
    ),
    'releases.conf': releasesLocations(settings),
    ...Object.fromEntries(
      Object.entries(services).map(([file, service]) => [
        `${file}.conf`,
        [
          withTransportSecurity('', prefix),
          includeOf(settings, 'well-known.conf'),
          serviceLocations(service, prefix),
        ].join('\n'),
      ]),
    ),
  }
}

/** All names that {@link includes} may give a file. */
export const INCLUDE_NAMES = [
  'http.conf',
  'well-known.conf',
  'console-headers.conf',
  'console.conf',
  'releases-headers.conf',
  'releases.conf',
  'api.conf',
  'reports.conf',
]

/** Variables of nginx have no dashes. */
const prefixOf = ({ name }: NginxSettings): string => name.replaceAll('-', '_')

export const includeOf = ({ folder }: NginxSettings, file: string): string =>
  `include ${quoted(`${folder}/${file}`)};`

function servicesOf(settings: NginxSettings): Record<string, Service> {
  const prefix = prefixOf(settings)
  const { apiUpstreams, reportsUpstreams } = settings
  const api = { name: `${prefix}_api`, addresses: apiUpstreams, slow: API_ROUTES }
  const reports = { name: `${prefix}_reports`, addresses: reportsUpstreams, slow: REPORTS_ROUTES }
  return {
    ...(apiUpstreams.length > 0 && { api }),
    ...(reportsUpstreams.length > 0 && { reports }),
  }
}

/** The policy is that of pages or of scripts, by the address. */
function consoleHeaders(prefix: string): string {
  const { [POLICY]: _, ...others } = PAGE_HEADERS
  return `${headerLines(others)}\nadd_header ${POLICY} $${prefix}_policy always;`
}

/** Browsers ignore it over plain http, where a server must not send it. */
const withTransportSecurity = (headers: string, prefix: string): string =>
  `${headers && `${headers}\n`}add_header Strict-Transport-Security $${prefix}_transport always;\n`

/**
 * Hashed names never change; everything else is asked for each time. A refusal is not cached: a file that is
 * missing while a release is being copied would stay missing for a year.
 */
function httpLevel(settings: NginxSettings): string {
  const prefix = prefixOf(settings)
  const { delivery } = settings
  const upstreams = [
    ...Object.values(servicesOf(settings)),
    ...(delivery === undefined ? [] : [{ name: `${prefix}_delivery`, addresses: [delivery] }]),
  ]
  return `map "$status $uri" $${prefix}_cache {
    default no-cache;
    "~^(?:200|206|304) .*\\.[0-9a-f]{8,}\\.[^/]+$" "public, max-age=31536000, immutable";
}
map $uri $${prefix}_policy {
    default ${quoted(PAGE_HEADERS[POLICY]!)};
    "~\\.js$" ${quoted(SCRIPT_POLICY)};
}
map $https $${prefix}_transport {
    default "";
    on ${quoted(STRICT_TRANSPORT_SECURITY)};
}
${serviceMaps(prefix)}${upstreams.map(upstream).join('')}`
}

/** Where certificates are issued by HTTP, the issuer asks for a file there. */
const wellKnown = ({ webroot }: NginxSettings): string => `location ^~ /.well-known/ {
    root ${quoted(webroot)};
    try_files $uri =404;
}
`

/** A location with an `add_header` of its own inherits none of these. */
const fileServer = (settings: NginxSettings, root: string, headers: string): string =>
  `root ${quoted(root)};
${includeOf(settings, headers)}
add_header Cache-Control $${prefixOf(settings)}_cache always;
${includeOf(settings, 'well-known.conf')}
gzip on;
gzip_types application/json application/javascript text/css image/svg+xml;
gzip_vary on;
gzip_static on;
${settings.brotli ? 'brotli_static on;\n' : ''}`

const consoleLocations = (settings: NginxSettings): string =>
  `${fileServer(settings, settings.publicFolder, 'console-headers.conf')}
# of the patterns, the first that fits counts
location ~ "/\\.(?!well-known/)" { return 404; }
location / { try_files /index.html =404; }
# a path that names a file is that file or nothing
location ~ "\\.[^./]+$" { try_files $uri =404; }
${['/events', '/events/reports'].map((path) => eventsLocation(settings, path)).join('')}`

/** Nothing else of the delivery service is public. The console sends a batch again by itself. */
function eventsLocation(settings: NginxSettings, path: string): string {
  if (settings.delivery === undefined) return `location = ${path} { return 404; }\n`
  const lines = [
    'if ($request_method != POST) { return 405; }',
    'client_max_body_size 64k;',
    ...PROXY_LINES,
    'proxy_next_upstream off;',
    'proxy_send_timeout 5s;',
    'proxy_read_timeout 5s;',
    `proxy_pass http://${prefixOf(settings)}_delivery;`,
  ]
  return `location = ${path} {\n${lines.map((line) => `    ${line}`).join('\n')}\n}\n`
}

const releasesLocations = (settings: NginxSettings): string =>
  `${fileServer(settings, settings.siteFolder, 'releases-headers.conf')}
location ~ "/\\.(?!well-known/)" { return 404; }
# settings and history are the operator's
location ^~ /environments/ { return 404; }
location / { try_files $uri =404; }
`
