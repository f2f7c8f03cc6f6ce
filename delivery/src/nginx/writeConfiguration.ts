import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../site/files'
import { INCLUDE_NAMES, includes, type NginxSettings } from './configuration'
import { exampleServers, serversOf } from './exampleServers'

const OWNED =
  '# Written by console-delivery nginx, which replaces it: changes belong into the file of the servers.\n'

/** @param serversFile written once, then the operator's @returns lines for the operator */
export function writeConfiguration(settings: NginxSettings, serversFile: string): string[] {
  const { folder } = settings
  const files = includes(settings)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), OWNED + text)
  const stale = INCLUDE_NAMES.filter((name) => !(name in files) && existsSync(join(folder, name)))
  for (const name of stale) rmSync(join(folder, name))
  return [
    `Wrote ${folder}/: ${Object.keys(files).join(', ')}.`,
    ...stale.map((name) => `Removed ${folder}/${name}: remove its server from ${serversFile}.`),
    ...servers(settings, serversFile),
    "Then: 'nginx -t', and reload nginx.",
  ]
}

function servers(settings: NginxSettings, file: string): string[] {
  if (!existsSync(file)) {
    writeFileSync(file, exampleServers(settings), { flag: 'wx' })
    return [`Wrote an example of the servers to ${file}: set names and certificates there.`]
  }
  const text = readFileSync(file, 'utf8')
  const missing = ['http', ...serversOf(settings)].filter(
    (server) => !text.includes(`${settings.folder}/${server}.conf`),
  )
  return [
    `${file} is there and was left as it is.`,
    ...missing.map((server) => `It does not include ${settings.folder}/${server}.conf.`),
  ]
}
