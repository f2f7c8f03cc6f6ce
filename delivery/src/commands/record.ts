import { resolve } from 'node:path'
import { z } from 'zod'
import { labelOf } from '../site/environmentRevision'
import { recordRelease } from '../site/writeReleaseRecord'
import { takenProblems } from '../site/releases'
import { containerProblems, sharedCopyProblems } from '../verify/checks'
import { command, required } from './command'
import { refuseIf } from '../errors/checkProblem'

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
    const release = await recordRelease(folder, remote, imports, async (made) =>
      refuseIf([
        ...(await containerProblems(folder, made)),
        ...(await sharedCopyProblems(folder, made)),
        ...(await takenProblems(site, made)),
      ]),
    )
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
