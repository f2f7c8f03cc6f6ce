import { z } from 'zod'
import { id, ONE_LINE, searchText, uuid } from './common.schema'
import { hasHiddenCharacters, MAX_NOTE_LENGTH } from './inputRules'

/** Plain text: its only control characters are tabs and, as line breaks, line feeds. */
const text = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, '\n'))
  .refine((read) => read.trim() !== '', 'No puede estar vacío')
  .refine((read) => [...read].length <= MAX_NOTE_LENGTH, `Como máximo ${MAX_NOTE_LENGTH} caracteres`)
  .refine((read) => {
    const line = read.replaceAll(/[\n\t]/g, ' ')
    return ONE_LINE.test(line) && !hasHiddenCharacters(line)
  }, 'No puede contener caracteres invisibles')

const ONE_SUBJECT = { path: ['machineId'], error: 'Debe tener machineId o userId, uno de los dos' }

/** POST /api/notes, about a machine or a user. */
export const noteRequest = z
  .object({ machineId: uuid.optional(), userId: z.int().min(0).optional(), text })
  .refine(({ machineId, userId }) => (machineId === undefined) !== (userId === undefined), ONE_SUBJECT)

/** GET /api/notes: the notes about a machine or a user, or those that contain a search text. */
export const noteListQuery = z
  .object({
    machineId: uuid.optional(),
    userId: id.optional(),
    search: searchText.optional(),
  })
  .refine(
    ({ machineId, userId, search }) =>
      [machineId, userId, search].filter((one) => one !== undefined).length === 1,
    { path: ['search'], error: 'Debe tener machineId, userId o search, uno de los tres' },
  )

export const noteResponse = z.object({
  id: z.int(),
  /** ISO 8601 instant, UTC. */
  at: z.string(),
  author: z.object({ userId: z.int(), userName: z.string() }),
  /** The user, or the machine and its owner. */
  subject: z.object({
    type: z.enum(['user', 'machine']),
    userId: z.int(),
    machineId: z.uuid().optional(),
    name: z.string(),
  }),
  text: z.string(),
})

/** Notes, newest first; a search returns at most 50. */
export const noteListResponse = z.array(noteResponse)

export type NoteRequest = z.output<typeof noteRequest>
export type NoteListQuery = Readonly<z.output<typeof noteListQuery>>
export type NoteResponse = z.infer<typeof noteResponse>
