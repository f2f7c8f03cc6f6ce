import { includeOf, type NginxSettings } from './configuration'

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

export const serversOf = (settings: NginxSettings): Server[] =>
  (Object.keys(SERVERS) as Server[]).filter((server) => isServed[server](settings))

const domainOf = (server: Server): string => `${server}.example.com`

/** For the operator to edit: it is written once and never overwritten. */
export function exampleServers(settings: NginxSettings): string {
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
