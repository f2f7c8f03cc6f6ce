import type { z } from 'zod'
import { UsageError } from './commandLine'

type Environment = Readonly<Record<string, string | undefined>>
type Read<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/**
 * Reads environment variables; empty ones count as missing. Invalid ones are set aside while the rest are
 * checked, so that all mistakes are reported at once.
 * @param conflicts a line for each invalid combination; those that name an invalid variable are omitted
 * @throws UsageError with a line for each mistake
 */
export function readVariables<Shape extends z.ZodRawShape>(
  variables: z.ZodObject<Shape>,
  env: Environment,
  conflicts: (read: Read<Shape>) => readonly string[] = () => [],
): Read<Shape> {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
  const { data, error } = variables.safeParse(given)
  const wrong = error?.issues.map(({ path, message }) => ({ name: String(path[0]), message })) ?? []
  const names = new Set(wrong.map(({ name }) => name))
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)))
  const read = data ?? variables.parse(others)
  const problems = [
    ...wrong.map(({ name, message }) => `${name} ${message}`),
    ...conflicts(read).filter((line) => !line.split(/\W+/).some((word) => names.has(word))),
  ]
  if (problems.length === 0) return read
  throw new UsageError(['Invalid settings:', ...problems.map((line) => `  ${line}`)])
}
