import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'

/** @param jsFlags command-line flags of V8 */
export const launch = (executablePath: string, jsFlags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, `--js-flags=${jsFlags.join(' ')}`] })
