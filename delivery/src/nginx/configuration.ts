import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAccessible, writeAtomically } from '../site/files'
import {
  PAGE_HEADERS,
  REMOTE_HEADERS,
  SCRIPT_POLICY,
  SECURITY_HEADERS,
  STRICT_TRANSPORT_SECURITY,
} from '../site/page'
import { headerLines, quoted } from './syntax'
import {
  API_ROUTES,
  PROXY_LINES,
  REPORTS_ROUTES,
  serviceLocations,
  serviceMaps,
  upstream,
  type Service,
} from './upstreams'

const POLICY = 'Content-Security-Policy'

/** Contains no releases or environment settings: changing those must not require reloading nginx. */
export interface NginxSettings {
  /** Unique in one nginx; lower-case letters, digits and dashes. */
  name: string
  /** The folder of these files. This path and the next three are absolute. */
  folder: string
  /** The folder with index.html and environment.json. */
  publicFolder: string
  /** The site, in which each remote has its folder. */
  siteFolder: string
  /** The folder whose `.well-known` every server serves. */
  webroot: string
  /** The API's addresses, e.g. `127.0.0.1:4200`; empty if the API is behind another server. */
  apiUpstreams: readonly string[]
  reportsUpstreams: readonly string[]
  /** The address of the delivery service, which receives events from pages. */
  delivery: string | undefined
  brotli: boolean
}

function includes(settings: NginxSettings): Record<string, string> {
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

const INCLUDE_NAMES = [
  'http.conf',
  'well-known.conf',
  'console-headers.conf',
  'console.conf',
  'releases-headers.conf',
  'releases.conf',
  'api.conf',
  'reports.conf',
]

/** nginx allows no dashes in variable names. */
const prefixOf = ({ name }: NginxSettings): string => name.replaceAll('-', '_')

const includeOf = ({ folder }: NginxSettings, file: string): string =>
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

function consoleHeaders(prefix: string): string {
  const { [POLICY]: _, ...others } = PAGE_HEADERS
  return `${headerLines(others)}\nadd_header ${POLICY} $${prefix}_policy always;`
}

/** The variable is empty over plain http, where a server must not send this header. */
const withTransportSecurity = (headers: string, prefix: string): string =>
  `${headers && `${headers}\n`}add_header Strict-Transport-Security $${prefix}_transport always;\n`

/** A cached 404 for a file that was still being copied would hide the file for a year. */
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

/** Certificate authorities request a file below this path over HTTP. */
const wellKnown = ({ webroot }: NginxSettings): string => `location ^~ /.well-known/ {
    root ${quoted(webroot)};
    try_files $uri =404;
}
`

/** A location with an `add_header` of its own would inherit none of these headers. */
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

/** The rest of the delivery service is private. nginx does not retry: the console sends a failed batch again. */
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

const SERVERS = {
  console: 'the pages',
  releases: 'the files of all releases',
  api: 'the API',
  reports: 'the external reports',
} as const

type Server = keyof typeof SERVERS

const isServed: Readonly<Record<Server, (settings: NginxSettings) => boolean>> = {
  console: () => true,
  releases: () => true,
  api: ({ apiUpstreams }) => apiUpstreams.length > 0,
  reports: ({ reportsUpstreams }) => reportsUpstreams.length > 0,
}

const serversOf = (settings: NginxSettings): Server[] =>
  (Object.keys(SERVERS) as Server[]).filter((server) => isServed[server](settings))

const domainOf = (server: Server): string => `${server}.example.com`

/** Written once for the operator to edit, and never overwritten. */
function exampleServers(settings: NginxSettings): string {
  const servers = serversOf(settings)
  return `# Yours to edit: console-delivery has written this example once and leaves it as it is.
# The included files are written again by each 'console-delivery nginx'.
${includeOf(settings, 'http.conf')}

# plain http: certificates are issued here, everything else is sent on to https
server {
    listen 80;
    server_name ${servers.map(domainOf).join(' ')};
    ${includeOf(settings, 'well-known.conf')}
    location / { return 301 https://$host$request_uri; }
}
${servers.map((server) => serverBlock(settings, server)).join('')}`
}

const serverBlock = (settings: NginxSettings, server: Server): string => `
# ${SERVERS[server]}
server {
    listen 443 ssl http2;
    server_name ${domainOf(server)};
    ssl_certificate /etc/letsencrypt/live/${domainOf(server)}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${domainOf(server)}/privkey.pem;
    ssl_protocols TLSv1.2 TLSv1.3;
    ${includeOf(settings, `${server}.conf`)}
}
`

const OWNED =
  '# Written by console-delivery nginx, which replaces it: changes belong in the file of the servers.\n'

/** @param serversFile written once; then it belongs to the operator @returns lines for the operator */
export async function writeConfiguration(settings: NginxSettings, serversFile: string): Promise<string[]> {
  const { folder } = settings
  const files = includes(settings)
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeAtomically(join(folder, name), OWNED + text)
  const stale: string[] = []
  for (const name of INCLUDE_NAMES)
    if (!(name in files) && (await isAccessible(join(folder, name)))) stale.push(name)
  for (const name of stale) await rm(join(folder, name))
  return [
    `Wrote ${folder}/: ${Object.keys(files).join(', ')}.`,
    ...stale.map((name) => `Removed ${folder}/${name}: remove its server from ${serversFile}.`),
    ...(await writeServers(settings, serversFile)),
    "Then: 'nginx -t', and reload nginx.",
  ]
}

async function writeServers(settings: NginxSettings, file: string): Promise<string[]> {
  if (!(await isAccessible(file))) {
    await writeFile(file, exampleServers(settings), { flag: 'wx' })
    return [`Wrote an example of the servers to ${file}: set names and certificates there.`]
  }
  const text = await readFile(file, 'utf8')
  const missing = ['http', ...serversOf(settings)].filter(
    (server) => !text.includes(`${settings.folder}/${server}.conf`),
  )
  return [
    `${file} is there and was left as it is.`,
    ...missing.map((server) => `It does not include ${settings.folder}/${server}.conf.`),
  ]
}
