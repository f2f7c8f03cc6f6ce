import { HttpError } from '../../foundation/httpError'

export class FieldErrors {
  private readonly errors: { path: string; message: string }[] = []

  add(path: string, message: string): void {
    this.errors.push({ path, message })
  }

  /** @throws HttpError 400 */
  refuse(): void {
    if (this.errors.length === 0) return
    throw new HttpError(400, 'Hay datos que no son válidos', { errors: this.errors })
  }
}
