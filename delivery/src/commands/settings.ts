import { z } from 'zod'
import { CommandError, UsageError } from '@console/shared-kernel/command'
import { parsedJson } from '@console/shared-kernel/contracts'
import type { Environment } from '@console/shared-kernel/remote'
import {
  CHANGE_OPTIONS,
  changeInput,
  changeOutput,
  command,
  describeRevision,
  ENVIRONMENT_OPTIONS,
  environmentInput,
  makeRevision,
  printChange,
  readChange,
  required,
} from '../service/command'
import { changeSettings, initialState } from '../site/environmentChanges'
import { anyHostLines, checkAddress } from '../site/environmentSettings'
import { createEnvironment } from '../site/environmentStore'
import { HOST, releaseId, type Site } from '../site/files'
import { environmentExists, readCurrent } from '../site/history'

const SETTING_OPTIONS = {
  'api-url': { type: 'string' },
  'reports-url': { type: 'string' },
  'releases-url': { type: 'string' },
  'time-zone': { type: 'string' },
  'telemetry-url': { type: 'string' },
  'sign-in-methods': { type: 'boolean' },
  developer: { type: 'boolean' },
  override: { type: 'string', multiple: true },
  requires: { type: 'string' },
} as const

const settingFields = {
  apiUrl: z.string(),
  externalReportsUrl: z.string(),
  releasesUrl: z.string(),
  timeZone: z.string(),
  telemetryUrl: z.string().nullable(),
  signInMethods: z.boolean().optional(),
  developer: z.boolean().optional(),
  overrides: z.array(z.string()),
  requires: z.string().optional(),
}

/** @throws CommandError if there is no such environment */
async function checkRequired(site: Site, name: string | null | undefined): Promise<void> {
  if (name != null && !(await environmentExists(site, name)))
    throw new CommandError(`There is no environment '${name}' that could be required.`)
}

export const init = command({
  usage: 'init --env NAME --api-url URL --reports-url URL --releases-url URL/ --time-zone ZONE',
  summary:
    'creates an environment [--telemetry-url URL] [--sign-in-methods] [--developer [--override ORIGIN ...]] [--requires ENV] [--force]',
  options: { ...ENVIRONMENT_OPTIONS, ...SETTING_OPTIONS, force: { type: 'boolean' } },
  positionals: [0, 0],
  input: z.object({ ...environmentInput, ...settingFields, force: z.boolean().optional() }),
  output: changeOutput,
  read: (values) => {
    const given = required(values, 'env', 'api-url', 'reports-url', 'releases-url', 'time-zone')
    return {
      environment: given.env,
      apiUrl: given['api-url'],
      externalReportsUrl: given['reports-url'],
      releasesUrl: given['releases-url'],
      timeZone: given['time-zone'],
      telemetryUrl: values['telemetry-url'] ?? null,
      signInMethods: values['sign-in-methods'],
      developer: values.developer,
      overrides: values.override ?? [],
      requires: values.requires,
      force: values.force,
    }
  },
  changes: () => HOST,
  run: async ({ site, who }, { environment, requires, signInMethods, developer, force, ...settings }) => {
    const named = {
      name: environment,
      ...settings,
      ...(signInMethods && { signInMethods }),
      ...(developer && { developer }),
      ...(requires !== undefined && { requires }),
    }
    await checkRequired(site, requires)
    const state = initialState(named, force)
    const made = await createEnvironment(site, environment, { who, why: 'init' }, state)
    return describeRevision(site, environment, made)
  },
  print: ({ environment }, settings) => [
    `${environment} is created. Its host comes next: console-delivery promote host@VERSION --env ${environment} --why TEXT`,
    ...anyHostLines(settings).map((line) => `  ${line}`),
  ],
})

const NONE = 'none'

export const settings = command({
  usage: 'settings --env ENV --why TEXT [--api-url URL] [--reports-url URL] [--releases-url URL/] ...',
  summary:
    "changes the given settings of an environment, with the options of init; '--telemetry-url none', '--override none', '--requires none', '--no-developer', '--no-sign-in-methods' switch them off; an API or releases that do not answer, or an IPv6 literal, are refused [--force]",
  options: {
    ...CHANGE_OPTIONS,
    ...SETTING_OPTIONS,
    'no-developer': { type: 'boolean' },
    'no-sign-in-methods': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  positionals: [0, 0],
  input: z.object({
    ...changeInput,
    force: z.boolean().optional(),
    change: z
      .object({ ...settingFields, requires: z.string().nullable() })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'Name at least one setting.'),
  }),
  output: changeOutput,
  read: (values) => {
    const off = (value: unknown) => (value === NONE ? null : value)
    const given = {
      apiUrl: values['api-url'],
      externalReportsUrl: values['reports-url'],
      releasesUrl: values['releases-url'],
      timeZone: values['time-zone'],
      telemetryUrl: off(values['telemetry-url']),
      signInMethods: values['no-sign-in-methods'] ? false : values['sign-in-methods'],
      developer: values['no-developer'] ? false : values.developer,
      overrides: String(values.override) === NONE ? [] : values.override,
      requires: off(values.requires),
    }
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(change).length === 0) throw new UsageError('Name at least one setting.')
    return { ...readChange(values), change, force: values.force }
  },
  changes: () => HOST,
  run: async (context, input) => {
    const { change, force } = input
    const { apiUrl, releasesUrl } = change
    await checkRequired(context.site, change.requires)
    if (apiUrl !== undefined) {
      checkAddress('apiUrl', apiUrl)
      if (!force) await requireApi(apiUrl)
    }
    if (releasesUrl !== undefined) {
      checkAddress('releasesUrl', releasesUrl)
      if (!force)
        await requireReleases(releasesUrl, (await readCurrent(context.site, input.environment)).document)
    }
    return makeRevision(context, input, changeSettings(change, force))
  },
  print: printChange,
})

const PROBE_MS = 5_000
const FORCE = '--force sets it anyway, if it is unreachable from here.'

interface Probe {
  path: string
  isExpected(answer: unknown): boolean
  /** Describes the expected answer. */
  what: string
  /** A longer answer is not the expected one. */
  maxCharacters: number
}

const OF_API = { what: 'the answer of an API', maxCharacters: 10_000 }

/** Every API server answers the second probe; ours answers both. */
const PROBES: readonly Probe[] = [
  { ...OF_API, path: '/healthz', isExpected: (answer) => typeof answer === 'object' && answer !== null },
  { ...OF_API, path: '/api/Auth/validate', isExpected: (answer) => typeof answer === 'boolean' },
]

/** @throws CommandError with the actual answers if no API answers at the address */
export async function requireApi(apiUrl: string): Promise<void> {
  const seen: string[] = []
  for (const asked of PROBES) {
    const found = await probe(apiUrl.replace(/\/+$/, ''), asked)
    if (found === null) return
    seen.push(`GET ${asked.path}: ${found}`)
  }
  throw new CommandError(`No API answers at ${apiUrl}: ${seen.join('; ')}. ${FORCE}`)
}

/** @throws CommandError with the answer for the first served release that is not at the address */
async function requireReleases(releasesUrl: string, { remotes }: Environment): Promise<void> {
  for (const { release } of Object.values(remotes)) {
    const path = `${release.name}/${releaseId(release)}/release.json`
    const isExpected = (answer: unknown) =>
      (answer as { build?: unknown } | null | undefined)?.build === release.build
    const asked = { path, isExpected, what: 'the record of that release', maxCharacters: 5_000_000 }
    const found = await probe(releasesUrl, asked)
    if (found !== null)
      throw new CommandError(`The releases are not at ${releasesUrl}: GET ${path}: ${found}. ${FORCE}`)
  }
}

/** @returns null for the expected answer, else a description of the actual one */
async function probe(base: string, { path, isExpected, what, maxCharacters }: Probe): Promise<string | null> {
  try {
    const response = await fetch(base + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    const text = await beginningOf(response, maxCharacters)
    if (!response.ok) return `status ${response.status}`
    return isExpected(parsedJson(text)) ? null : `status ${response.status}, but not ${what}`
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return cause?.code ?? cause?.message ?? message
  }
}

async function beginningOf({ body }: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    // leaving the loop cancels the rest
    if (text.length > maxCharacters) break
  }
  return text
}
