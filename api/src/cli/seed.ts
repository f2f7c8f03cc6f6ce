import { MIN_USERS, seedAtScale, type Scale } from '../demo/seedAtScale'
import { readSettings } from '../settings/settings'
import { CommandError, UsageError } from '@console/shared-kernel/command'
import { readOptions, runCommand, TEXT, withConfiguredDatabase } from './command'

const NAME = 'seed'
const USAGE = `Usage: npm run seed -w api -- --users N --machines N --movements N [--days N]
Fills an empty database (DATA_DIR or DATABASE_URL) with demo data of any size, at least ${MIN_USERS} users.`

async function run(): Promise<void> {
  const scale = readScale()
  if (process.env['NODE_ENV'] === 'production') {
    throw new CommandError('Refused when NODE_ENV is production: demo accounts have a known password')
  }
  const { timeZone } = readSettings({ TIME_ZONE: process.env['TIME_ZONE'] })
  const started = performance.now()
  await withConfiguredDatabase(NAME, (db) => seedAtScale(db, timeZone, scale, logProgress()))
  process.stdout.write(`done in ${seconds(started)} s\n`)
}

function readScale(): Scale {
  const { users, machines, movements, days } = readOptions({
    users: TEXT,
    machines: TEXT,
    movements: TEXT,
    days: { ...TEXT, default: '365' },
  })
  const read = (name: string, value: string | undefined, min: number): number => {
    if (!/^\d{1,9}$/.test(value ?? '') || Number(value) < min) {
      throw new UsageError(`--${name} must be a whole number of at least ${min}`)
    }
    return Number(value)
  }
  return {
    users: read('users', users, MIN_USERS),
    machines: read('machines', machines, 1),
    movements: read('movements', movements, 1),
    days: read('days', days, 1),
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

function logProgress(): (what: string, done: number, all: number) => void {
  let current = { what: '', start: 0, said: performance.now() }
  return (what, done, all) => {
    const now = performance.now()
    if (current.what !== what) current = { what, start: current.said, said: now }
    if (done < all && now - current.said < 1000) return
    current.said = now
    const speed = done / Math.max(0.001, (now - current.start) / 1000)
    process.stdout.write(`${what} ${done}/${all} (${speed.toFixed(speed < 100 ? 1 : 0)}/s)\n`)
  }
}

runCommand(NAME, USAGE, run)
