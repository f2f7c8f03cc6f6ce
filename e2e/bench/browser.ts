import { chromium, type Browser } from '@playwright/test'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS })
