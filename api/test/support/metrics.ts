import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { API_FOLDER } from './build'
import type { Api } from './server'

export const OPERATIONS = join(API_FOLDER, '..', 'docs', 'operations')

export const metricsUrl = (api: Api): string | undefined =>
  /^console-api metrics ready (http:\S+)$/m.exec(api.stdout())?.[1]

export async function scrape(api: Api): Promise<string> {
  const answer = await fetch(`${metricsUrl(api)}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Of one line, `name{labels}` as it is printed; undefined where there is none. */
export function sample(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

/** The metrics that a file of docs/operations names. */
export const namedIn = (file: string): string[] => [
  ...new Set(
    readFileSync(join(OPERATIONS, file), 'utf8').match(/\b(?:console_api|nodejs|process)_\w+/g) ?? [],
  ),
]

export const isIn = (text: string, name: string): boolean => new RegExp(`^${name}[{ ]`, 'm').test(text)

/** Of a process that has a replica alone. */
export const isOfReplica = (name: string): boolean => name.startsWith('console_api_replica_')
