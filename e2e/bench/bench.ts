import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { byteLines, fileTable, ratioTable, type Comparison } from './bytes/comparison'
import { journey } from './bytes/journey'
import { rebuild } from './bytes/rebuild'
import { performancePage } from './results/performancePage'
import type { Line } from './results/line'
import { bareFolder, spaFolder } from './setup/folders'
import { buildPeer } from './setup/peer'
import { buildWithRsbuild, serveCompared, type Served } from './setup/servers'
import { allUsers } from './speed/allUsers'
import { cascade } from './speed/cascade'
import { coldStart, CPU_BUDGET } from './speed/coldStart'
import { liveChanges } from './speed/liveChanges'
import { longList } from './speed/longList'
import { memory } from './memory/memory'
import { ROUND } from './memory/round'
import { launch } from './setup/session'
import { peerAtScale, peerOnDemoData } from './speed/peer'
import { switching } from './speed/switching'
import { ensureChromium } from '../../scripts/chromium'
import { seedLargeData } from '../../scripts/lib/demoFolder'
import { paths, root } from '../../scripts/lib/paths'
import { configuredPorts, requireFreePorts } from '../../scripts/lib/ports'
import { readArguments } from '@console/shared-kernel/command'
import { waitUntilStopped } from '../../packages/emulator/src/processes'
import { IN_MEMORY, startApi } from '../../scripts/lib/servers'

/** Separate from the ports of `npm start` and of the tests. */
const BASE = '8600'

type Measure = (browser: Browser, served: Served, executablePath: string) => Promise<Line[]>

/** Measured on demo data. */
const ON_DEMO_DATA: Record<string, Measure> = {
  cold: coldStart,
  switching,
  memory,
  rebuild,
  peer: peerOnDemoData,
}
/** Measured on 100,000 users and 50,000 machines. */
const AT_SCALE: Record<string, Measure> = {
  list: longList,
  cascade,
  users: allUsers,
  live: liveChanges,
  peer: peerAtScale,
}

/**
 * `npm run bench [-- parts...] [--files]`: measures pages and their references in one run. Without parts it
 * writes docs/performance.md. Parts: bytes, cold, switching, memory, rebuild, peer, list, cascade, users, live.
 * `--files` lists the loaded files.
 */
const run = (args: string[]): Promise<number> =>
  waitUntilStopped(async () => {
    const { values, positionals: parts } = readArguments({
      args,
      allowPositionals: true,
      options: { files: { type: 'boolean' } },
    })
    const wanted = (part: string) => parts.length === 0 || parts.includes(part)
    const all = configuredPorts({ PORT: process.env.PORT || BASE })
    await requireFreePorts(all, 'run bench')
    for (const folder of [spaFolder, bareFolder]) await buildWithRsbuild(folder)
    await buildPeer()
    mkdirSync(paths.state, { recursive: true })
    const executablePath = await ensureChromium()
    const browser = await launch(executablePath)
    const served = await serveCompared(all, join(paths.state, 'bench-environment.json'))
    const measure = (measures: Record<string, Measure>) =>
      measured(measures, wanted, (one) => one(browser, served, executablePath))
    const lines: Line[] = []
    try {
      const demo = startApi(all, IN_MEMORY)
      await demo.ready
      if (wanted('bytes')) {
        const comparison = await compareBytes(browser, served)
        if (values.files) console.log(`\n${fileTable(comparison)}`)
        console.log(`\n${ratioTable(comparison)}\n`)
        const judged = byteLines(comparison)
        judged.forEach(printLine)
        lines.push(...judged)
      }
      lines.push(...(await measure(ON_DEMO_DATA)))
      await demo.stop()

      if (Object.keys(AT_SCALE).some(wanted)) {
        const data = join(paths.state, 'bench-at-scale')
        await seedLargeData(data)
        await startApi(all, { ...IN_MEMORY, DATA_DIR: data }).ready
        lines.push(...(await measure(AT_SCALE)))
      }
    } finally {
      await browser.close()
      await served.close()
    }
    if (parts.length === 0) {
      const dialogs = ROUND.filter(({ open }) => open).length
      const page = performancePage(lines, dialogs, new Date())
      writeFileSync(join(root, 'docs', 'performance.md'), page)
    }
    const isOverBudget = lines.some(({ what, reached }) => what === CPU_BUDGET && !reached)
    if (isOverBudget) console.error('The first rows need more CPU than CONTRIBUTING.md allows.')
    return isOverBudget ? 1 : 0
  })

/** Each build starts with an empty cache. */
async function compareBytes(browser: Browser, served: Served): Promise<Comparison> {
  const { federated, spa, environment } = served
  return {
    federated: await journey(browser, federated, environment),
    spa: await journey(browser, spa, environment),
  }
}

async function measured(
  measures: Record<string, Measure>,
  wanted: (part: string) => boolean,
  run: (measure: Measure) => Promise<Line[]>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const [part, measure] of Object.entries(measures).filter(([name]) => wanted(name))) {
    console.log(`Measuring: ${part} ...`)
    for (const line of await run(measure)) {
      lines.push(line)
      printLine(line)
    }
  }
  return lines
}

function printLine({ number, what, measured: value, reference, ratio, cpu, toReach, reached }: Line): void {
  const comparison = reference && ` against ${reference}`
  const times = ratio === null ? '' : `, ${ratio.toFixed(2)} x`
  const thread = cpu && `, CPU ${cpu}`
  console.log(
    `  ${reached ? '✓' : '✗'} ${number} ${what}: ${value}${comparison}${times}${thread} (to reach: ${toReach})`,
  )
}

process.exit(await run(process.argv.slice(2)))
