import { queryOptions } from '@tanstack/react-query'
import { normaliseNotes, type Note } from '../contracts/note'
import { fetchList } from './fetchChecked'
import { http } from './http'
import type { SharedQuery } from './sharedQueries'

/* Notes on machines and users. Only for servers whose `features` name `notes`. */

/** What a note is about. */
export type NoteSubject = { machineId: string } | { userId: number }

const PATH = '/api/notes'

const keyOf = (subject: NoteSubject): string[] => ['notes', JSON.stringify(subject)]

/** The notes about a subject, newest first. */
export const notesQuery = (subject: NoteSubject): SharedQuery<Note[]> =>
  queryOptions({
    queryKey: keyOf(subject),
    queryFn: async ({ signal }): Promise<Note[]> => {
      const [[name, id] = ['', '']] = Object.entries(subject)
      return normaliseNotes(await fetchList(`${PATH}?${name}=${encodeURIComponent(id)}`, signal))
    },
  })

/** Finds notes about all users and machines below, newest first, at most 50. */
export const noteSearchQuery = (search: string): SharedQuery<Note[]> =>
  queryOptions({
    queryKey: ['notes', 'search', search],
    queryFn: async ({ signal }): Promise<Note[]> =>
      normaliseNotes(await fetchList(`${PATH}?search=${encodeURIComponent(search)}`, signal)),
  })

/** @param key the same each time one note is sent */
export const addNote = (subject: NoteSubject, text: string, key: string): Promise<unknown> =>
  http.post(PATH, { ...subject, text }, { headers: { 'Idempotency-Key': key } })

/** Only the author may delete a note. */
export const deleteNote = (id: number): Promise<unknown> => http.delete(`${PATH}/${id}`)
