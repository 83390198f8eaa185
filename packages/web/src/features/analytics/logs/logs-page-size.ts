/** How many logs a page of Delivery Logs has. */
export const LOGS_PAGE_SIZE = 25;
