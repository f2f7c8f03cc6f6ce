import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es'

/**
 * Estimating this many characters takes half a second, 100 take several seconds. A password is at least as
 * strong as its beginning.
 */
const MAX_LENGTH = 32
/** Words that users of this product think of first. */
const PRODUCT = [
  'infocenter',
  'info',
  'center',
  'console',
  'consola',
  'casino',
  'maquina',
  'máquina',
  'admin',
  // the package keeps each dictionary as an object, where this word yields an inherited member, not a rank
  'constructor',
]

let estimator: ZxcvbnFactory | undefined

/** Created on first use: its dictionaries take half a second to read. */
const strength = (): ZxcvbnFactory =>
  (estimator ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english, ...spanish },
    graphs: adjacencyGraphs,
  }))

/**
 * 0 to 4. At 3, more than a hundred million guesses are needed.
 * @param names of the user and the client; they and the words in them count like common passwords
 */
export function scoreOf(password: string, names: readonly string[]): number {
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
  const inputs = new Set([...words.map(beginningOf), ...PRODUCT].filter((word) => word.length > 1))
  return strength().check(beginningOf(password), [...inputs]).score
}

const beginningOf = (text: string): string => [...text].slice(0, MAX_LENGTH).join('')

/** Runs in its own thread: an estimate takes up to half a second. */
parentPort?.on('message', ({ password, names }: { password: string; names: readonly string[] }) => {
  parentPort?.postMessage(scoreOf(password, names))
})
