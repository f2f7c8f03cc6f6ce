import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'
import { PAGE_HEADERS } from '@console/delivery/page'
import { startDelivered, type DeliveredConsole } from '../testing/deliveredConsole'
import { hostDist, runFolder } from '../testing/folders'
import { telemetryServer, type ReceivedEvent } from '../testing/telemetry'
import { expect, test, WITH_ALL } from '../testing/test'

/*
 * What the browser blocks, and where this is reported. The browser's own reports (`report-to`) need https,
 * so the test creates a certificate. A Chromium flag sends reports within a second instead of a minute.
 */

interface BrowserReport {
  type: string
  body: Record<string, string>
}

/** An https proxy for a console: it adds a web server's headers, and records browser reports. */
async function secureServer(delivered: DeliveredConsole) {
  const reports: BrowserReport[] = []
  const answer: RequestListener = (request, response) => {
    void respond(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
  }
  async function respond(request: IncomingMessage) {
    if (request.method === 'POST') {
      reports.push(...(JSON.parse(await textOf(request)) as BrowserReport[]))
      return { status: 204, headers: {}, body: '' }
    }
    const found = await fetch(delivered.url + request.url)
    const type = { 'Content-Type': found.headers.get('content-type') ?? 'text/plain' }
    return {
      status: found.status,
      headers: { ...PAGE_HEADERS, ...type },
      body: Buffer.from(await found.arrayBuffer()),
    }
  }
  const server = createServer(certificate(), answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    reports,
    url: `https://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function certificate() {
  const folder = mkdtempSync(join(runFolder, 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject]
  execFileSync('openssl', ['req', '-x509', ...made], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

/** Full Chromium, with windows: the headless shell does not send reports itself. */
const fullChromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
if (!fullChromium) console.warn('Chromium with windows is not installed: its own reports are not tried.')

/** A browser that accepts a self-signed certificate. */
const launch = () => {
  const executablePath = fullChromium ?? process.env.CHROMIUM_PATH
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, '--ignore-certificate-errors', '--short-reporting-delay'],
    ...(executablePath && { executablePath }),
  })
}

/** Injects a script without a hash, and an image from an origin that the policy does not allow. */
const intrude = (page: Page) =>
  page.evaluate(() => {
    const script = document.createElement('script')
    script.src = '/static/js/intruder.js?user=client1'
    const image = new Image()
    image.src = 'https://elsewhere.invalid/pixel.png?token=secret'
    document.body.append(script, image)
  })

const ofHost = (events: ReceivedEvent[], phase: string) =>
  events.filter((event) => event.remote === 'host' && event.phase === phase)

test(
  'the page reports policy and integrity violations, over https the browser does too, and no event contains a query string',
  WITH_ALL,
  async ({}, { parallelIndex }) => {
    const [delivered, telemetry] = [await startDelivered(parallelIndex), await telemetryServer()]
    delivered.write(hostDist, { host: delivered.add(hostDist), telemetryUrl: telemetry.url })
    const server = await secureServer(delivered)
    const browser = await launch()
    const page = await browser.newPage()
    await page.goto(`${server.url}/login?password=secret`)
    await expect(page.getByRole('heading', { name: 'Login Info Center' })).toBeVisible()
    await expect.poll(() => ofHost(telemetry.events, 'mounted').length).toBe(1)
    expect(telemetry.events).toHaveLength(1)
    expect(server.reports).toEqual([])
    await intrude(page)
    await expect.poll(() => ofHost(telemetry.events, 'policy').length).toBe(1)
    await expect.poll(() => ofHost(telemetry.events, 'integrity').length).toBe(1)
    expect(ofHost(telemetry.events, 'policy')[0]).toMatchObject({
      code: 'img-src',
      message: 'img-src https://elsewhere.invalid/pixel.png',
      cohort: 'stable',
      environment: 'e2e',
    })
    expect(ofHost(telemetry.events, 'integrity')[0]).toMatchObject({
      code: 'script',
      message: `script ${server.url}/static/js/intruder.js`,
    })
    expect(JSON.stringify(telemetry.events)).not.toMatch(/secret|client1/)
    const reported = () =>
      server.reports.map(({ type, body }) => `${type} ${new URL(body.blockedURL!).pathname}`).sort()
    if (fullChromium)
      await expect
        .poll(reported)
        .toEqual(['csp-violation /pixel.png', 'integrity-violation /static/js/intruder.js'])
    await browser.close()
    server.close()
    await Promise.all([delivered.close(), telemetry.close()])
  },
)
