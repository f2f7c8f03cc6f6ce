import { readVariables } from '@console/shared-kernel/command'
import { z } from 'zod'

/** The environment variables of commands and of the service. */
export const VARIABLES = z.object({
  CONSOLE_SITE: z.string().default('.'),
  /** The address of the delivery service, used instead of a folder. */
  CONSOLE_DELIVERY_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address and must begin with http:// or https://' })
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  /** The team's token. Never shown. */
  CONSOLE_DELIVERY_TOKEN: z.string().nullable().default(null),
  /** Whether the browser that `verify` starts is sandboxed. */
  VERIFY_SANDBOX: z
    .stringbool({
      truthy: ['on'],
      falsy: ['off'],
      case: 'sensitive',
      error: ({ input }) => `is '${input}': it must be on or off`,
    })
    .default(true),
})

/** @throws UsageError naming every variable that is wrong */
export const readSettings = (env: Readonly<Record<string, string | undefined>>) =>
  readVariables(VARIABLES, env)
