import { Refusal } from '../refusal'
import { restore } from '../site/changes'
import { commit } from '../site/environment'
import { earlierEntry, entryOf } from '../site/history'
import { HOST, releaseId } from '../site/layout'
import { currentEnvironment } from '../site/page'
import { NOTE, noteOf, readArgs, required, type Command } from './command'
import { policyLines } from './promote'

export const rollback: Command = {
  usage: 'rollback [NAME] --env ENV --why TEXT [--to REVISION]',
  summary:
    'serves what an earlier revision did: all of it, one remote or the host; without --to the one before [--who NAME]',
  run: async (args) => {
    const options = { ...NOTE, to: { type: 'string' } } as const
    const { values, positionals, site } = readArgs(args, options, { least: 0, most: 1 })
    const name = required(values.env, 'env')
    const [part] = positionals
    const to = values.to === undefined ? undefined : revisionOf(values.to)
    const seen = currentEnvironment(site, name)?.revision
    const entry = to === undefined ? earlierEntry(site, name, part) : entryOf(site, name, to)
    const note = noteOf(values, `rollback ${part ?? 'everything'} to revision ${entry.revision}`)
    const done = await commit(site, name, { ...note, restores: entry.revision }, (current, settings) => {
      if (current?.revision !== seen)
        throw new Refusal(`Somebody has changed ${name} meanwhile: look at its history, then decide.`)
      return restore(entry.document, part)(current, settings)
    })
    const { revision, host, remotes } = done.environment
    const served = part === HOST ? host : part && remotes[part]?.release
    const what = served ? `${part}@${releaseId(served)}` : 'everything'
    return [
      `${name} serves ${what} as of revision ${entry.revision}, from revision ${revision} on.`,
      ...policyLines(name, done),
    ]
  },
}

function revisionOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new Refusal(`--to must be the number of a revision, not '${text}'.`)
}
