import { z } from 'zod'

/** An id as the database writes it. In capitals it names the same machine, but is another text. */
export const uuid = z.uuid().toLowerCase()
