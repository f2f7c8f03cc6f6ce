import { relative } from 'node:path'
import { Refusal } from '../refusal'
import { remove, unused } from '../site/prune'
import { readArgs, type Command } from './command'

const DAYS = '30'

export const prune: Command = {
  usage: 'prune [--days N] [--dry-run]',
  summary: `removes releases that no environment has used within the last days (${DAYS})`,
  run: async (args) => {
    const options = { days: { type: 'string', default: DAYS }, 'dry-run': { type: 'boolean' } } as const
    const { values, site } = readArgs(args, options, { least: 0, most: 0 })
    if (!/^\d+$/.test(values.days)) throw new Refusal(`--days must be a whole number, not '${values.days}'.`)
    const found = unused(site, Number(values.days), new Date())
    if (!values['dry-run']) remove(found)
    const verb = values['dry-run'] ? 'Would remove' : 'Removed'
    const named = found.releases.map((folder) => `${verb} ${relative(site.root, folder)}`)
    return [
      ...named,
      `${verb} ${found.releases.length} releases and ${found.files.length} files of earlier hosts.`,
    ]
  },
}
