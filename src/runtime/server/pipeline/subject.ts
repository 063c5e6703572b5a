import type { H3Event } from 'h3'
import { authInfoOf } from '../auth/auth-info'
import { subjectOfToken } from '../auth/token'
import type { Endpoint } from './endpoint'

/** Whom a request to an endpoint is made for, as far as middleware has found out. */
export function subjectOf(event: H3Event, { options }: Endpoint): string | undefined {
  if (options.sessionSubject) {
    return options.sessionSubject(event)
  }
  const info = authInfoOf(event)
  return info && subjectOfToken(info)
}
