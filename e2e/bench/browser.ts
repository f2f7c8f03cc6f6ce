import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
