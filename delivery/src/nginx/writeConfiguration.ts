import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, writeWhole } from '../site/files'
import { INCLUDE_NAMES, includes, type NginxSettings } from './configuration'
import { exampleServers, serversOf } from './exampleServers'

const OWNED =
  '# Written by console-delivery nginx, which replaces it: changes belong into the file of the servers.\n'

/** @param serversFile written once, then the operator's @returns lines for the operator */
export async function writeConfiguration(settings: NginxSettings, serversFile: string): Promise<string[]> {
  const { folder } = settings
  const files = includes(settings)
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeWhole(join(folder, name), OWNED + text)
  const stale: string[] = []
  for (const name of INCLUDE_NAMES)
    if (!(name in files) && (await exists(join(folder, name)))) stale.push(name)
  for (const name of stale) await rm(join(folder, name))
  return [
    `Wrote ${folder}/: ${Object.keys(files).join(', ')}.`,
    ...stale.map((name) => `Removed ${folder}/${name}: remove its server from ${serversFile}.`),
    ...(await servers(settings, serversFile)),
    "Then: 'nginx -t', and reload nginx.",
  ]
}

async function servers(settings: NginxSettings, file: string): Promise<string[]> {
  if (!(await exists(file))) {
    await writeFile(file, exampleServers(settings), { flag: 'wx' })
    return [`Wrote an example of the servers to ${file}: set names and certificates there.`]
  }
  const text = await readFile(file, 'utf8')
  const missing = ['http', ...serversOf(settings)].filter(
    (server) => !text.includes(`${settings.folder}/${server}.conf`),
  )
  return [
    `${file} is there and was left as it is.`,
    ...missing.map((server) => `It does not include ${settings.folder}/${server}.conf.`),
  ]
}
