import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { API_ACCESS, EXTERNAL_ACCESS } from '../src/http/accessRules'
import { CUT_OFF } from '../src/metrics/metrics'
import { SERVICES } from '../src/settings/settingTypes'
import { API_FOLDER } from './build'
import type { Api } from './server'

export const OPERATIONS = join(API_FOLDER, '..', 'docs', 'operations')

/** The `/readyz` answer of a server without warnings. */
export const READY = {
  status: 'ok',
  version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  build: expect.stringMatching(/^[0-9a-f]{8}$/),
}

export const metricsUrl = (api: Api): string | undefined =>
  /^console-api metrics ready (http:\S+)$/m.exec(api.stdout())?.[1]

export async function scrape(api: Api): Promise<string> {
  const answer = await fetch(`${metricsUrl(api)}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of the line `name{labels}`, as it is printed; undefined if there is none. */
export function sample(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const METRICS = /\b(?:console_api|nodejs|process)_\w+/g

const read = (file: string): string => readFileSync(join(OPERATIONS, file), 'utf8')

/** The metrics that a file of docs/operations names. */
export const namedIn = (file: string): string[] => [...new Set(read(file).match(METRICS))]

export const isIn = (text: string, name: string): boolean => new RegExp(`^${name}[{ ]`, 'm').test(text)

const calls = Object.keys({ ...API_ACCESS, ...EXTERNAL_ACCESS }).map((row) => row.split(' '))
/** Label values that appear only after such a request. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  listener: SERVICES,
  method: calls.flatMap(([method = '']) => method),
  route: [...calls.flatMap(([, route = '']) => route), 'unknown'],
  status: [...Object.keys(STATUS_CODES), CUT_OFF],
}

/** Labels that Prometheus adds. */
const OF_PROMETHEUS: readonly string[] = ['instance', 'job']

/** Empty if the metric has no such label. */
function valuesOf(text: string, metric: string, label: string): string[] {
  const samples = text.split('\n').filter((line) => line.startsWith(`${metric}{`))
  const values = samples.flatMap((line) => new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? [])
  return values.length === 0 ? [] : [...values, ...(LATER[label] ?? [])]
}

const canMatch = (values: readonly string[], operator: string, wanted: string): boolean =>
  operator.endsWith('~')
    ? wanted.split('|').every((one) => values.some((value) => new RegExp(`^(?:${one})$`).test(value)))
    : values.includes(wanted)

/**
 * Labels in a file of docs/operations that their metrics do not have in this text, and values that those labels
 * never have. Metrics that the text lacks are left out.
 */
export function wrongLabelsIn(file: string, text: string): string[] {
  // each part is one alert, query or table row
  const parts = read(file)
    .replaceAll('\\"', '"')
    // an alert that is silent in an outage also names the outage's metric, which has none of the alert's
    // labels
    .replace(/ unless on \(\) .*$/gm, '')
    .split(/- alert:|"expr":|^\|/m)
  return parts.flatMap((part) => {
    const metrics = (part.match(METRICS) ?? []).filter((metric) => isIn(text, metric))
    const groups = [...part.matchAll(/\b(?:by|without) \(([\w, ]+)\)/g)].flatMap(([, list = '']) =>
      list.split(/, ?/),
    )
    const shown = [...part.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label)
    const names = [...groups, ...shown]
      .filter((label) => !OF_PROMETHEUS.includes(label))
      .filter((label) => metrics.some((metric) => valuesOf(text, metric, label).length === 0))
    // an aggregated query has only the labels that it groups by
    const lost = /\bby \(/.test(part) ? shown.filter((label) => !groups.includes(label)) : []
    const matchers = [...part.matchAll(/(\w+)\{([^{}]+)\}/g)].flatMap(([, metric = '', list = '']) =>
      [...list.matchAll(/(\w+)(=~|!~|!?=)"([^"]*)"/g)]
        .filter(([, label = '']) => metrics.includes(metric) && !OF_PROMETHEUS.includes(label))
        .filter(
          ([, label = '', operator = '', wanted = '']) =>
            !canMatch(valuesOf(text, metric, label), operator, wanted),
        )
        .map(([matcher]) => `${metric} ${matcher}`),
    )
    return [...names, ...lost, ...matchers]
  })
}

/** Only a process with a replica, or with PostgreSQL, has these. */
export const isConditional = (name: string): boolean => /^console_api_(replica|invariants)_/.test(name)
