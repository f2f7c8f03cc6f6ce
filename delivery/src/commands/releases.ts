import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Environment, Release } from '@console/shared-kernel/remote'
import {
  CHANGE_OPTIONS,
  changeInput,
  changeOutput,
  command,
  decidesAbout,
  ENVIRONMENT_OPTIONS,
  environmentInput,
  makeRevision,
  printChange,
  readChange,
  readEnvironment,
  required,
  wholeNumber,
  type CommandContext,
  type Values,
} from '../service/command'
import {
  labelOf,
  promoteRelease,
  removeRemote,
  setCanary,
  type Change,
  type Evidence,
} from '../site/environmentChanges'
import { preview } from '../site/environmentStore'
import { exists } from '../site/files'
import { readCurrent } from '../site/history'
import { buildOf, isHost, rejectIf } from '../site/releaseRecords'
import { findRelease, publishFolder } from '../site/releases'
import { recordVerification, rejectFailed, requireEvidence } from '../site/verificationEvidence'
import { problemsOf } from '../verify/checks'

export const publish = command({
  usage: 'publish FOLDER',
  summary: "copies a build into the site: a package's folder or its dist",
  options: {},
  positionals: [1, 1],
  input: z.object({ folder: z.string() }),
  output: z.object({ release: z.string(), before: z.boolean(), newSite: z.string().optional() }),
  read: async (_, [given]) => {
    const folder = resolve(given!)
    const dist = join(folder, 'dist')
    return { folder: (await exists(dist)) ? dist : folder }
  },
  run: ({ site }, { folder }) => publishFolder(site, folder),
  print: ({ release, before, newSite }) => [
    before ? `${release} is published already, with the same files.` : `Published ${release}.`,
    ...(newSite === undefined ? [] : [`There is no environment in ${newSite} yet.`]),
  ],
})

export const verify = command({
  usage: 'verify NAME@VERSION --env ENV',
  summary: 'checks a release, and opens its screens in a browser [--budgets FILE] [--no-browser]',
  options: { ...ENVIRONMENT_OPTIONS, 'no-browser': { type: 'boolean' } },
  positionals: [1, 1],
  input: z.object({ ...environmentInput, release: z.string(), noBrowser: z.boolean().optional() }),
  output: z.object({
    release: z.string(),
    environment: z.string(),
    mounted: z.boolean(),
    /** False for a team that owns neither the release nor the host. */
    recorded: z.boolean().optional(),
  }),
  read: (values, [release]) => ({ ...readEnvironment(values), release, noBrowser: values['no-browser'] }),
  changes: () => null,
  opensBrowser: true,
  run: async (context, { environment, release, noBrowser }) => {
    const { site, who, budgets, signal } = context
    const { document: current } = await readCurrent(site, environment)
    const found = await findRelease(site, release)
    rejectIf(await problemsOf(site, found, current, budgets))
    const { record } = found
    const { app, build } = buildOf(record)
    const recorded = decidesAbout(context, app)
    const mounts = (isHost(record) || current.host !== undefined) && !noBrowser
    if (mounts) {
      const change = promoteRelease(app, build, { force: true, endCanary: true })
      const { document: next } = await preview(site, environment, { who, why: 'verify' }, change)
      // imported lazily: the other commands work without the browser library
      const { mountProblems } = await import('../verify/mountScreens')
      const opened = isHost(record) ? releasesServed(next) : [[record]]
      const problems = await mountProblems({ site, environment: next, opened, ended: signal })
      signal?.throwIfAborted()
      if (recorded)
        await recordVerification(site, environment, { app, build, host: next.host, who }, problems)
      rejectIf(problems)
    }
    return { release: labelOf(app, build), environment, mounted: mounts, recorded: mounts && recorded }
  },
  print: ({ release, environment, mounted, recorded }) => [
    `${release} is good for ${environment}: its files are as built${mounted ? ', and its screens mount' : ''}.`,
    ...(mounted && recorded === false
      ? ['  This is no evidence: that takes a check by the owner of the release or of the host.']
      : []),
  ],
})

/** Lists the stable releases and the canaries. */
function releasesServed({ remotes }: Environment): Release[][] {
  const served = Object.values(remotes)
  const canaries = served.flatMap(({ canary }) => canary?.release ?? [])
  return [served.map(({ release }) => release), ...(canaries.length > 0 ? [canaries] : [])]
}

/** Options of the commands that serve a release. */
const SERVE_OPTIONS = { ...CHANGE_OPTIONS, force: { type: 'boolean' }, requires: { type: 'string' } } as const
const serveInput = z.object({
  ...changeInput,
  release: z.string(),
  force: z.boolean().optional(),
  requires: z.string().optional(),
})
type ServeInput = z.infer<typeof serveInput>

const readServe = (values: Values, [release]: string[]) => ({
  ...readChange(values),
  release,
  force: values.force,
  requires: values.requires,
})
const appOf = ({ release }: { release: string }): string => release.split('@', 1)[0]!

export const promote = command({
  usage: 'promote NAME@VERSION --env ENV --why TEXT',
  summary:
    'serves a release from now on, after another check of its files [--requires ENV] [--end-canary] [--force] [--urgent]',
  options: { ...SERVE_OPTIONS, 'end-canary': { type: 'boolean' } },
  positionals: [1, 1],
  input: serveInput.extend({ endCanary: z.boolean().optional() }),
  output: changeOutput,
  read: (values, words) => ({ ...readServe(values, words), endCanary: values['end-canary'] }),
  changes: (input) => appOf(input),
  run: (context, input) =>
    serve(context, input, ({ app, build }, evidence) =>
      promoteRelease(app, build, { force: input.force, endCanary: input.endCanary, evidence }),
    ),
  print: printChange,
})

export const canary = command({
  usage: 'canary NAME@VERSION --percent N --env ENV --why TEXT',
  summary: 'serves a release to a share of the users, 0 ends it [--requires ENV] [--force] [--urgent]',
  options: { ...SERVE_OPTIONS, percent: { type: 'string' } },
  positionals: [1, 1],
  input: serveInput.extend({
    percent: z.int().min(0).max(100),
    // older clients send a plan, and would mistake its first step for the whole plan
    plan: z.never('Plans of canaries no longer exist: use --percent.').optional(),
  }),
  output: changeOutput,
  read: (values, words) => ({
    ...readServe(values, words),
    percent: wholeNumber(required(values, 'percent').percent, 'percent', 0, 100),
  }),
  changes: (input) => appOf(input),
  run: async (context, input) => {
    const { release, percent, force } = input
    if (percent > 0)
      return serve(context, input, ({ app, build }, evidence) =>
        setCanary(app, build, percent, { force, evidence }),
      )
    // not checked: a corrupt release is a reason to end its canary
    const { app, build } = buildOf((await findRelease(context.site, release)).record)
    return makeRevision(context, input, setCanary(app, build, 0))
  },
  print: printChange,
})

/** Makes a revision that serves a release, after checking its files and the evidence that it needs. */
async function serve(
  context: CommandContext,
  input: ServeInput,
  change: (release: ReturnType<typeof buildOf>, evidence: Evidence | undefined) => Change,
) {
  const { site, budgets } = context
  const { environment, requires, force } = input
  const found = await findRelease(site, input.release)
  const release = buildOf(found.record)
  return makeRevision(context, input, async (state, next) => {
    rejectIf(await problemsOf(site, found, (await readCurrent(site, environment)).document, budgets))
    if (!force) await rejectFailed(site, state, release)
    const evidence = await requireEvidence(site, state, { ...release, requires, force })
    return change(release, evidence)(state, next)
  })
}

export const remove = command({
  usage: 'remove NAME --env ENV --why TEXT',
  summary: 'removes a remote from an environment, with its routes and navigation [--urgent]',
  options: CHANGE_OPTIONS,
  positionals: [1, 1],
  input: z.object({ ...changeInput, part: z.string() }),
  output: changeOutput,
  read: (values, [name]) => ({ ...readChange(values), part: name }),
  changes: ({ part: app }) => app,
  run: (context, input) => makeRevision(context, input, removeRemote(input.part)),
  print: printChange,
})
