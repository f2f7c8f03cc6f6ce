import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { isAddress } from '../nginx/syntax'
import { writeConfiguration } from '../nginx/configuration'
import {
  command,
  ENVIRONMENT_OPTIONS,
  environmentInput,
  readEnvironment,
  required,
  wholeNumber,
} from '../service/command'
import { labelOf } from '../site/environmentChanges'
import { environmentPaths, HOST, NAME } from '../site/files'
import { readCurrent } from '../site/history'
import { removeUnused, unused } from '../site/prune'
import { rejectIf } from '../site/releaseRecords'
import { takenProblems } from '../site/releases'
import { PUBLISH_AGAIN, repair as repairEnvironment } from '../site/repair'
import { recordRelease } from '../site/writeReleaseRecord'
import { containerProblems, sharedCopyProblems } from '../verify/checks'

export const record = command({
  usage: 'record DIST --remote FILE',
  summary:
    "writes the release.json of a container built by the plugin of webpack or rspack; FILE has its name, version, ranges and screens [--imports FILE], without which its imported names are unknown and 'promote' requires a 'verify'",
  options: { remote: { type: 'string' }, imports: { type: 'string' } },
  isLocal: true,
  positionals: [1, 1],
  input: z.object({ folder: z.string(), remote: z.string(), imports: z.string().optional() }),
  output: z.object({ release: z.string(), container: z.string(), namesKnown: z.boolean() }),
  read: (values, [folder]) => ({
    folder: resolve(folder!),
    remote: resolve(required(values, 'remote').remote),
    ...(typeof values.imports === 'string' && { imports: resolve(values.imports) }),
  }),
  run: async ({ site }, { folder, remote, imports }) => {
    const release = await recordRelease(folder, {
      remoteFile: remote,
      importsFile: imports,
      check: async (made) =>
        rejectIf([
          ...(await containerProblems(folder, made)),
          ...(await sharedCopyProblems(folder, made)),
          ...(await takenProblems(site, made)),
        ]),
    })
    return {
      release: labelOf(release.name, release),
      container: release.container!,
      namesKnown: typeof release.imports === 'object',
    }
  },
  print: ({ release, container, namesKnown }) => [
    `Recorded ${release}, whose container is ${container}.`,
    ...(namesKnown
      ? []
      : ["The names it imports are unknown: 'promote' will demand a 'verify' in a browser."]),
  ],
})

export const repair = command({
  usage: 'repair --env ENV',
  summary:
    'writes the page, its document and the files of the host again from the history, and a lost record from the page',
  options: ENVIRONMENT_OPTIONS,
  positionals: [0, 0],
  input: z.object(environmentInput),
  output: z.object({
    environment: z.string(),
    repaired: z.array(z.string()),
    remaining: z.array(z.string()),
  }),
  read: readEnvironment,
  changes: () => HOST,
  run: async ({ site, who }, { environment }) => {
    const damage = await repairEnvironment(site, environment, who)
    const texts = (isRepairable: boolean) =>
      damage.filter((one) => one.isRepairable === isRepairable).map(({ what }) => what)
    return { environment, repaired: texts(true), remaining: texts(false) }
  },
  exitCode: ({ remaining }) => (remaining.length > 0 ? 4 : 0),
  print: ({ environment, repaired, remaining }) =>
    repaired.length + remaining.length > 0
      ? [
          ...repaired.map((what) => `${environment}: ${what}: repaired.`),
          ...remaining.map((what) => `${environment}: ${what}: ${PUBLISH_AGAIN}.`),
        ]
      : [`${environment} is whole: its page and its document are written again.`],
})

const DAYS = '30'
const MAX_DAYS = 99_999

export const prune = command({
  usage: 'prune [--days N] [--dry-run]',
  summary: `removes releases that no environment has used within the last days (${DAYS})`,
  options: { days: { type: 'string', default: DAYS }, 'dry-run': { type: 'boolean' } },
  positionals: [0, 0],
  input: z.object({ days: z.int().min(0), dryRun: z.boolean().optional() }),
  output: z.object({ releases: z.array(z.string()), files: z.number() }),
  read: ({ days, 'dry-run': dryRun }) => ({ days: wholeNumber(days, 'days', 0, MAX_DAYS), dryRun }),
  changes: () => HOST,
  run: async ({ site, who }, { days, dryRun }) => {
    const { releases, files } = dryRun
      ? await unused(site, days, new Date())
      : await removeUnused(site, days, who)
    return { releases: releases.map((folder) => relative(site.root, folder)), files: files.length }
  },
  print: ({ releases, files }, { dryRun }) => {
    const verb = dryRun ? 'Would remove' : 'Removed'
    return [
      ...releases.map((release) => `${verb} ${release}`),
      `${verb} ${releases.length} releases and ${files} files of earlier hosts.`,
    ]
  },
})

const NGINX_OPTIONS = {
  ...ENVIRONMENT_OPTIONS,
  to: { type: 'string' },
  name: { type: 'string' },
  'api-upstream': { type: 'string', multiple: true },
  'reports-upstream': { type: 'string', multiple: true },
  delivery: { type: 'string' },
  webroot: { type: 'string', default: '/var/www/html' },
  brotli: { type: 'boolean', default: false },
} as const

const ADDRESS = z
  .string()
  .refine(isAddress, { error: ({ input }) => `'${String(input)}' is no address: HOST:PORT.` })

export const nginx = command({
  usage: 'nginx --env ENV --to FOLDER [--api-upstream ADDR ...] [--reports-upstream ADDR ...]',
  summary:
    'writes includes for nginx, and an example of the servers if there is none [--delivery ADDR] [--name NAME] [--webroot FOLDER] [--brotli]; ADDR is HOST:PORT',
  writesSite: false,
  options: NGINX_OPTIONS,
  positionals: [0, 0],
  input: z.object({
    environment: z.string(),
    to: z.string(),
    name: z.string().regex(NAME, 'Use lower-case letters, digits and dashes.'),
    apiUpstreams: z.array(ADDRESS),
    reportsUpstreams: z.array(ADDRESS),
    delivery: ADDRESS.optional(),
    webroot: z.string(),
    brotli: z.boolean(),
  }),
  output: z.array(z.string()),
  read: (values) => {
    const { env: environment, to } = required(values, 'env', 'to')
    return {
      environment,
      to: resolve(to),
      name: values.name ?? `console-${environment}`,
      apiUpstreams: values['api-upstream'] ?? [],
      reportsUpstreams: values['reports-upstream'] ?? [],
      delivery: values.delivery,
      webroot: resolve(String(values.webroot)),
      brotli: values.brotli,
    }
  },
  run: async ({ site }, { environment, to, name, ...settings }) => {
    // throws if there is no such environment
    await readCurrent(site, environment)
    const { publicFolder } = environmentPaths(site, environment)
    const { delivery, ...others } = settings
    const all = { ...others, delivery, name, folder: join(to, name), publicFolder, siteFolder: site.root }
    return writeConfiguration(all, join(to, `${name}.conf`))
  },
  print: (lines) => lines,
})
