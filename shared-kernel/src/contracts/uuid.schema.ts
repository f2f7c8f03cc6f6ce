import { z } from 'zod'

/** Lower-cased, as the database writes ids, because they are compared as text. */
export const uuid = z.uuid().toLowerCase()
