import type { Page } from "@playwright/test";
import type { Member } from "./people.ts";

export const composer = (page: Page) => page.getByPlaceholder("Type your anonymous message...");
export const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
export const bubble = (page: Page, text: string) => page.getByRole("log").locator("> div", { hasText: text });
export const say = (member: Member, content: string) =>
  member.call("POST", "/api/anonymous-messages", { content });
/** A text unique to the test, because the tests of one worker share the room. */
export const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 8)}`;
