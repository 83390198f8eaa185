/** Made by `npm run openapi -w packages/server` from docs/openapi.json, by openapi-typescript. */
export interface paths {
    "/api/csrf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a CSRF token
         * @description Answers the token as plain text and sets the cookie it belongs to. A token is bound to the session: fetch another after the login.
         */
        get: operations["csrf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sm/v1/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Sets the session cookie. Bears no CSRF token; where the browser tells its origin, that must be our own. Failed attempts slow down the next ones.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sm/v1/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session on the server, and its event streams with it.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sm/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether somebody is logged in
         * @description Always 200; without a session `authenticated` is false.
         */
        get: operations["authStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the partners */
        get: operations["partners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the clients of a partner */
        get: operations["clients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/offices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the offices of a client
         * @description The names of the manager fill the placeholders of a message.
         */
        get: operations["offices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestphones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the test phones */
        get: operations["testPhones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/directory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the whole directory at once
         * @description To turn ids into names. The lists are in the order of those of the other calls.
         */
        get: operations["wholeDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a test
         * @description One message goes out for each chosen office and phone. Empty `officeIDs` mean all offices of the clients chosen; empty `clientIDs` all of the partners chosen, but never of `[1]` alone, which clients send when nothing was chosen.
         *
         *     A form's part `content` holds the same JSON, whether it comes as a field or as a file. For an MMS every other
         *     part that is a file, whatever its name, becomes a file of the test; for an SMS other parts are passed over.
         */
        post: operations["createTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tests, newest first
         * @description Without `page` and `pageSize` the whole list comes, streamed. All filters given must hold.
         */
        get: operations["listTests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a test */
        get: operations["getTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a test that has not begun
         * @description What is left out gets its default. The media listed are kept; where `mediaURLs` is left out, all are. With `updateTimestamp` a test that has changed since is refused.
         *
         *     A form's part `content` holds the same JSON, whether it comes as a field or as a file. For an MMS every other
         *     part that is a file, whatever its name, becomes a file of the test; for an SMS other parts are passed over.
         */
        put: operations["updateTest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a test that has not begun */
        delete: operations["deleteTest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/preview-schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the next occurrences of a rule
         * @description Writes nothing. Times are wall times of Los Angeles; a note tells where a change of the clocks moves one.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytest/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the recurrence of a test
         * @description What has begun goes on; nothing begins any more.
         */
        post: operations["stopTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a test
         * @description Newest first, by page: what became of each due instant, those that were missed or skipped too.
         */
        get: operations["testRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all logs
         * @description Newest first, by page. Beyond 10,000 logs go on by `cursor`, which costs the same at any depth; page and cursor exclude each other.
         */
        get: operations["testLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/get-filtered-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of a filter
         * @description Newest first, by page. Beyond 10,000 logs go on by `cursor`, which costs the same at any depth; page and cursor exclude each other. All filters given must hold. Dates are days in Los Angeles and look at the time a message was sent, else received; one that was neither is left out under them.
         */
        get: operations["filteredLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/export-csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Save the logs of a filter as CSV
         * @description Streamed, with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe. All filters given must hold. Dates are days in Los Angeles and look at the time a message was sent, else received; one that was neither is left out under them. With testId the logs of that test alone.
         */
        get: operations["exportLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/generate-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Save the report of a test as PDF
         * @description `id` is the test's. The newest 2,000 messages are listed; a sentence on the page says so where there are more.
         */
        get: operations["generatePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/generate-filtered-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Save the logs of a filter as PDF
         * @description What the filter adds up to, charts, and the newest 2,000 logs; the CSV has them all. All filters given must hold. Dates are days in Los Angeles and look at the time a message was sent, else received; one that was neither is left out under them.
         */
        get: operations["generateFilteredPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/get-by-test-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of a test
         * @description All of them, newest first, streamed.
         */
        get: operations["testLogsOfTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/get-individual": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a log */
        get: operations["testLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read why a log says what it says
         * @description Every piece of evidence that is kept of a message, in the order in which it was heard of, receipts and reports of handsets as they came, each with the verdict after it; and the questions of the rule that led to the verdict. `addsUp` tells that the evidence, told anew, gives what is stored.
         */
        get: operations["messageWhy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a test
         * @description The test, its newest logs, and of each log the seconds from submitted to received (0 where not received). The delivery rate comes with the formula it is reckoned by.
         */
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a file
         * @description With a session, or by a link that is signed and has not expired. What browsers might run in it is shut off by its headers. A part of it is answered where `Range` asks for one.
         */
        get: operations["media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a small picture of a file
         * @description With a session, or by a link that is signed and has not expired. What browsers might run in it is shut off by its headers.
         */
        get: operations["mediaThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an SMS that arrived
         * @description A handset proves itself by its key and confirms messages to its own phone only. A console session may report on behalf of any phone. A code that is not known is answered 404 and kept: a message whose reception comes before it is known here finds it later.
         */
        post: operations["messageReceivedSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestlogs/message-received/mms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an MMS that arrived, with its files
         * @description A handset proves itself by its key and confirms messages to its own phone only. A console session may report on behalf of any phone. A code that is not known is answered 404 and kept: a message whose reception comes before it is known here finds it later.
         */
        post: operations["messageReceivedMms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/handsets/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a handset is there
         * @description With the key of the phone, every few minutes. A phone that has ever pinged and is then not heard of for the span of `HANDSET_OFFLINE_AFTER` is offline; messages that it could not confirm end as `handset offline`. Receptions count as signs of life too. All fields are optional; an empty body will do too.
         */
        post: operations["handsetPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/deliverabilitytestphones/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the test phones are
         * @description Phones that were never heard of are left out.
         */
        get: operations["phonesHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/handset-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a test phone
         * @description Newest first, those that were revoked among them. The keys themselves are not kept.
         */
        get: operations["handsetKeys"];
        put?: never;
        /**
         * Give a test phone a key
         * @description The key is shown this once; only its hash is kept.
         */
        post: operations["createHandsetKey"];
        /**
         * Take a key away
         * @description From then on it proves nothing.
         */
        delete: operations["deleteHandsetKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/handset-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps and accounts that report for test phones
         * @description With the handsets that have reported and wait for somebody to say which phone they are.
         */
        get: operations["handsetSources"];
        put?: never;
        /**
         * Have an app or an account report for test phones
         * @description The address is where it is to post to. A secret that was not given is drawn and shown this once; kept, it is sealed. httpSMS and Twilio sign the address too, so they need `PUBLIC_URL`.
         */
        post: operations["createHandsetSource"];
        /**
         * Take no more reports of a source
         * @description From then on its address answers 401. What was reported before stays.
         */
        delete: operations["deleteHandsetSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/handset-sources/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say which phones a source reports for
         * @description The list takes the place of the one before. Handsets of SMS Gateway for Android are told apart by device and card; of httpSMS and Twilio by the number, so leave both out. Reports that waited for their phone are taken then.
         */
        put: operations["setHandsetSourcePhones"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inboxes/sms-gateway/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as SMS Gateway for Android does
         * @description Signed by `X-Signature` over body and `X-Timestamp`, HMAC-SHA256 in hexadecimal. It is answered once it is written down, and worked on after that; the same report sent again changes nothing. Any proof that is missing, wrong or older than five minutes is 401, as is a source that does not exist.
         */
        post: operations["smsGatewayInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inboxes/httpsms/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as httpSMS does
         * @description Proven by `Authorization: Bearer` and a JSON web token by HS256, meant for this very address. It is answered once it is written down, and worked on after that; the same report sent again changes nothing. Any proof that is missing, wrong or older than five minutes is 401, as is a source that does not exist.
         */
        post: operations["httpsmsInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inboxes/twilio/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Twilio does
         * @description Signed by `X-Twilio-Signature` over address and fields. Files are fetched afterwards. It is answered once it is written down, and worked on after that; the same report sent again changes nothing. Any proof that is missing, wrong or older than five minutes is 401, as is a source that does not exist.
         */
        post: operations["twilioInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the gateways
         * @description Those of the carriers file or the lab too, without their settings.
         */
        get: operations["gateways"];
        /**
         * Change a gateway
         * @description Workers let what is under way over it end, and open it anew. A secret must be given again where the change would have it sent elsewhere.
         */
        put: operations["updateGateway"];
        /**
         * Set up a gateway
         * @description Its settings are those of the carriers file, secrets among them; these are kept sealed and never shown again. Workers open it within a few seconds.
         */
        post: operations["createGateway"];
        /**
         * Take a gateway away
         * @description Refused while messages wait to be sent over it or offices were given it. Its name stays with the messages it has sent; receipts that come later for them are lost.
         */
        delete: operations["deleteGateway"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/gateways/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a connection
         * @description Binds and asks enquire_link, or asks for the account, and tells what happened within ten seconds. Nothing is sent. Of a gateway that is there, secrets that are left out are those it has.
         */
        post: operations["testGateway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/offices/gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the offices that were given a gateway
         * @description The default gateway serves all others.
         */
        get: operations["officeGateways"];
        /**
         * Give offices a gateway
         * @description It counts for runs that begin from then on.
         */
        put: operations["assignGateway"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gateways/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what became of a message, as Twilio does
         * @description Signed by `X-Twilio-Signature` over address and fields; without it the answer is 403, and no body comes with it. It is answered once it is committed. A status that is not known is taken and left.
         */
        post: operations["gatewayStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/message-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["messageCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/received-message-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages received
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["receivedMessageCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/delivery-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["deliveryRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/delivery-delay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mean minutes from submitted to received
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["deliveryDelay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/daily-delivery-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate by day, the last 30
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate. Labels are days in Los Angeles, in the order of time.
         */
        get: operations["dailyDeliveryRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/hourly-delivery-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate by hour of the day
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["hourlyDeliveryRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/bi-annual-delivery-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate by month, the last six
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["biAnnualDeliveryRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/filtered-delivery-trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate by day within the dates given
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate. Labels are days in Los Angeles, in the order of time.
         */
        get: operations["filteredDeliveryTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/carrier-delivery-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery rate by carrier
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["carrierDeliveryRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/message-type-distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages by message type
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["messageTypeDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/test-type-distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages by test type
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate.
         */
        get: operations["testTypeDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/finding-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages by what was found about them
         * @description Filters are those of the logs; all that are given must hold. In progress and unknown outcomes are in no rate. A message has at most one finding; a changed sender is counted beside it.
         */
        get: operations["findingCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/execution-status-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tests by status
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["executionStatusCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/execution-status-distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tests by status, for a chart
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["executionStatusDistribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/execution-success-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Share of ended tests that arrived at least in part
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["executionSuccessRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/fully-delivered-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Share of ended tests that arrived in full
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["fullyDeliveredRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/unexecuted-test-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tests that have not begun
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["unexecutedTestCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/executing-test-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tests that are under way
         * @description Counts tests, so it takes the filters that tests have: `messageType`, `testType`, and dates, which mean the day on which a test was made.
         */
        get: operations["executingTestCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tests/sm/v1/analytics/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Many figures at once
         * @description The figures that `names` lists, as their own calls answer them, and the same of each of the `periods`, whose dates take the place of the filter’s. Figures of tests follow the dates and types among the filters and leave out the rest, which their own calls refuse. A figure that fails is missing, and `failed` says why; where none is left, the call fails.
         */
        get: operations["analyticsBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear which tests have changed
         * @description Server-sent events. `tests` bears `{ testIds }`, or `{ many: true }` when more changed than is worth naming; `end` tells why the server ends the stream. A comment comes every 20 seconds. No HEAD.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of this process
         * @description For Prometheus. With a session, or with the token of the setting `METRICS_TOKEN`.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tell whether the process is alive */
        get: operations["healthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the process should be sent work
         * @description The database can be written to, its migrations are current, and the process is not shutting down. 503 with the reason when not.
         */
        get: operations["healthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch this description
         * @description OpenAPI 3.1, made from the schemas that validate. It reveals no data, so no session is needed.
         */
        get: operations["apiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Browse this description */
        get: operations["apiDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateTest: {
            /**
             * @default IMMEDIATE
             * @enum {string}
             */
            testType: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            /**
             * @default SMS
             * @enum {string}
             */
            messageType: "SMS" | "MMS";
            scheduledTimestamp?: string | null;
            clientIDs?: number[] | {
                clientIDs: number[];
            };
            officeIDs?: number[] | {
                officeIDs: number[];
            };
            phoneIDs?: number[] | {
                phoneIDs: number[];
            };
            /** @default  */
            messageBody: string;
            mediaURLs?: {
                media?: string[];
            } | null;
            recurrenceRule?: components["schemas"]["RecurrenceRule"] | null;
            /** @enum {string} */
            overlap?: "skip" | "wait";
            /** @description Sent by old clients: accepted and ignored. */
            executionStatus?: string | null;
            /** @description Sent by old clients: accepted and ignored. */
            testStatus?: string | null;
            /** @description Sent by old clients: accepted and ignored. */
            partnerID?: unknown;
            partnerIDs?: number[] | {
                partnerIDs: number[];
            };
        };
        UpdateTest: {
            /**
             * @default IMMEDIATE
             * @enum {string}
             */
            testType: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            /**
             * @default SMS
             * @enum {string}
             */
            messageType: "SMS" | "MMS";
            scheduledTimestamp?: string | null;
            clientIDs?: number[] | {
                clientIDs: number[];
            };
            officeIDs?: number[] | {
                officeIDs: number[];
            };
            phoneIDs?: number[] | {
                phoneIDs: number[];
            };
            /** @default  */
            messageBody: string;
            mediaURLs?: {
                media?: string[];
            } | null;
            recurrenceRule?: components["schemas"]["RecurrenceRule"] | null;
            /** @enum {string} */
            overlap?: "skip" | "wait";
            /** @description Sent by old clients: accepted and ignored. */
            executionStatus?: string | null;
            /** @description Sent by old clients: accepted and ignored. */
            testStatus?: string | null;
            /** @description Sent by old clients: accepted and ignored. */
            partnerIDs?: unknown;
            testId: number;
            /** @default 1 */
            partnerID: number;
            updateTimestamp?: string | null;
        };
        MessageReceived: {
            /** @description The bare code, or the whole text that arrived. */
            messageCode: string;
            /** @description The text as it arrived. */
            messageBody?: string | null;
            /** @description The number it came from. */
            sender?: string | null;
            /** @description When it arrived by the clock of the handset: ISO 8601, or `yyyy-MM-dd HH:mm:ss.SSS` in Los Angeles. */
            receivedAt?: string | null;
        } & {
            [key: string]: unknown;
        };
        HandsetPing: {
            /** @description From 0 (empty) to 1 (full). */
            battery?: number | null;
            charging?: boolean | null;
            /** @description What it is connected by, in its own words, such as `wifi` or `LTE`. */
            network?: string | null;
        } & {
            [key: string]: unknown;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            code: string;
            detail: string;
            requestId: string;
            errors?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            field: string;
            code: string;
            message: string;
        };
        User: {
            id: number;
            username: string;
        };
        Partner: {
            id: number;
            name: string;
        };
        Client: {
            id: number;
            name: string;
            partnerId: number;
        };
        Office: {
            id: number;
            name: string;
            clientId: number;
            officePhoneNumber: string;
            managerFirstName: string;
            managerLastName: string;
        };
        TestPhone: {
            phoneID: number;
            name: string;
            phoneNumber: string;
            carrier: string;
        };
        Test: {
            testId: number;
            /** @enum {string} */
            testType: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            /** @enum {string} */
            messageType: "SMS" | "MMS";
            messageBody: string;
            scheduledTimestamp: string | null;
            creationTimestamp: string | null;
            updateTimestamp: string | null;
            /** @enum {string} */
            executionStatus: "UNEXECUTED" | "EXECUTING" | "DELIVERED" | "PARTIALLY_DELIVERED" | "FAILED";
            statusReason: string | null;
            partnerId: number;
            partnerIDs: number[];
            clientIDs: {
                clientIDs: number[];
            };
            officeIDs: {
                officeIDs: number[];
            };
            phoneIDs: {
                phoneIDs: number[];
            };
            mediaURLs: {
                media: string[];
            };
            mediaFiles: {
                url: string;
                name: string;
                type: string;
                size: number;
                width: number | null;
                height: number | null;
                originalUrl: string | null;
            }[];
            recurrenceRule: components["schemas"]["RecurrenceRule"];
            nextDue: string | null;
            recurrenceActive: boolean;
            /** @enum {string} */
            overlap: "skip" | "wait";
            scheduleNote: string | null;
        };
        RecurrenceRule: {
            interval?: number;
            /** @enum {string} */
            frequency?: "days" | "weeks" | "months";
            start_date?: string;
            time?: string;
            end_date?: string;
            days_of_week?: ("SUNDAY" | "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY")[];
            days_of_month?: number[];
            week_of_month?: number;
        };
        Run: {
            runId: number;
            dueAt: string | null;
            creationTimestamp: string | null;
            closedAt: string | null;
            /** @enum {string} */
            status: "EXECUTING" | "DELIVERED" | "PARTIALLY_DELIVERED" | "FAILED" | "WAITING" | "MISSED" | "SKIPPED";
            reason: string | null;
            messages: {
                total: number;
                settled: number;
                received: number;
                known: number;
            };
        };
        TestLog: {
            testLogID: number;
            testID: number;
            officeID: number;
            phoneID: number;
            carrier: string;
            /** @enum {string} */
            testActivityStatus: "PENDING" | "SENT" | "UNKNOWN" | "FAILED" | "DELIVERED" | "RECEIVED";
            messageSentTimestamp: string | null;
            messageReceivedTimestamp: string | null;
            creationTimestamp: string | null;
            runId: number;
            /** @enum {string} */
            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
            finding: ("identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent") | null;
            sent: {
                text: string;
                from: string;
                to: string;
            };
            submission: {
                at: string | null;
                /** @enum {string} */
                outcome: "waiting" | "claimed" | "expired" | "unknown" | "rejected" | "accepted";
                gateway: string;
                error: string | null;
            };
            receipt: {
                at: string | null;
                /** @enum {string} */
                state: "none" | "enroute" | "failed" | "delivered";
                error: string | null;
            };
            reception: {
                at: string | null;
                statedAt: string | null;
                clock: string | null;
                text: string | null;
                media: {
                    url: string;
                    name: string;
                    type: string;
                    size: number;
                    width: number | null;
                    height: number | null;
                    comparison: {
                        /** @enum {string} */
                        outcome: "identical" | "transcoded" | "damaged" | "unexpected" | "not-compared";
                        sent: {
                            url: string;
                            name: string;
                            type: string;
                            size: number;
                            width: number | null;
                            height: number | null;
                            originalUrl: string | null;
                        } | null;
                        difference: number | null;
                    } | null;
                }[];
                missingMedia?: {
                    url: string;
                    name: string;
                    type: string;
                    size: number;
                    width: number | null;
                    height: number | null;
                    originalUrl: string | null;
                }[];
                comparison: ("intact" | "altered" | "unknown") | null;
                confirmedBy?: string;
                sender: string | null;
                senderComparison: ("altered" | "identical") | null;
            } | null;
            handsetOffline: {
                heardAt: string | null;
            } | null;
            /** @enum {string} */
            evidence: "handset" | "receipt";
            settled: boolean;
        };
        FilteredLog: {
            testLogID: number;
            testID: number;
            officeID: number;
            phoneID: number;
            carrier: string;
            /** @enum {string} */
            testActivityStatus: "PENDING" | "SENT" | "UNKNOWN" | "FAILED" | "DELIVERED" | "RECEIVED";
            messageSentTimestamp: string | null;
            messageReceivedTimestamp: string | null;
            creationTimestamp: string | null;
            runId: number;
            /** @enum {string} */
            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
            finding: ("identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent") | null;
            sent: {
                text: string;
                from: string;
                to: string;
            };
            submission: {
                at: string | null;
                /** @enum {string} */
                outcome: "waiting" | "claimed" | "expired" | "unknown" | "rejected" | "accepted";
                gateway: string;
                error: string | null;
            };
            receipt: {
                at: string | null;
                /** @enum {string} */
                state: "none" | "enroute" | "failed" | "delivered";
                error: string | null;
            };
            reception: {
                at: string | null;
                statedAt: string | null;
                clock: string | null;
                text: string | null;
                media: {
                    url: string;
                    name: string;
                    type: string;
                    size: number;
                    width: number | null;
                    height: number | null;
                    comparison: {
                        /** @enum {string} */
                        outcome: "identical" | "transcoded" | "damaged" | "unexpected" | "not-compared";
                        sent: {
                            url: string;
                            name: string;
                            type: string;
                            size: number;
                            width: number | null;
                            height: number | null;
                            originalUrl: string | null;
                        } | null;
                        difference: number | null;
                    } | null;
                }[];
                missingMedia?: {
                    url: string;
                    name: string;
                    type: string;
                    size: number;
                    width: number | null;
                    height: number | null;
                    originalUrl: string | null;
                }[];
                comparison: ("intact" | "altered" | "unknown") | null;
                confirmedBy?: string;
                sender: string | null;
                senderComparison: ("altered" | "identical") | null;
            } | null;
            handsetOffline: {
                heardAt: string | null;
            } | null;
            /** @enum {string} */
            evidence: "handset" | "receipt";
            settled: boolean;
            messageBody: string;
            /** @enum {string} */
            messageType: "SMS" | "MMS";
            /** @enum {string} */
            testType: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
        };
        Report: {
            test: components["schemas"]["Test"];
            testLogs: components["schemas"]["TestLog"][];
            testDurations: number[];
            testDurationLogIDs: number[];
            testLogCount: number;
            runs: components["schemas"]["Run"][];
            runCount: number;
            upcoming: {
                at: string;
                note: string | null;
            }[];
            rate: {
                received: number;
                known: number;
                unknown: number;
                offline: number;
                /** @description Expired before we submitted them: counted neither for nor against the rate. */
                notSent: number;
                /** @description On their way, or delivered by the receipt only while the handset, which counts, may still confirm. */
                inProgress: number;
                deliveryRate: number | null;
                formula: string;
            };
        };
        PhoneHealth: {
            phoneID: number;
            /** @enum {string} */
            presence: "online" | "offline" | "unknown";
            lastHeardAt: string;
            lastPingAt: string | null;
            battery: number | null;
            charging: boolean | null;
            network: string | null;
            source: string;
        };
    };
    responses: {
        /** @description `request.malformed`: The request is not valid HTTP. */
        "request.malformed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:request.malformed",
                 *       "title": "The request is not valid HTTP",
                 *       "status": 400,
                 *       "code": "request.malformed",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "request.malformed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `request.timeout`: The request took too long to arrive. */
        "request.timeout": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:request.timeout",
                 *       "title": "The request took too long to arrive",
                 *       "status": 408,
                 *       "code": "request.timeout",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "request.timeout";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `rate.limited`: Too many requests. */
        "rate.limited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:rate.limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "code": "rate.limited",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "rate.limited";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `server.failed`: Something went wrong on our side. */
        "server.failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:server.failed",
                 *       "title": "Something went wrong on our side",
                 *       "status": 500,
                 *       "code": "server.failed",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "server.failed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. */
        "server.busy-or-database.unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:server.busy",
                 *       "title": "Too busy just now",
                 *       "status": 503,
                 *       "code": "server.busy",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "server.busy" | "database.unavailable";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `request.malformed`: The request is not valid HTTP. `json.invalid`: The body is not valid JSON. */
        "request.malformed-or-json.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:request.malformed",
                 *       "title": "The request is not valid HTTP",
                 *       "status": 400,
                 *       "code": "request.malformed",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "request.malformed" | "json.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `login.failed`: Invalid username or password. */
        "login.failed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:login.failed",
                 *       "title": "Invalid username or password",
                 *       "status": 401,
                 *       "code": "login.failed",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "login.failed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `origin.foreign`: The request comes from another site. */
        "origin.foreign": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:origin.foreign",
                 *       "title": "The request comes from another site",
                 *       "status": 403,
                 *       "code": "origin.foreign",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "origin.foreign";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `body.too-large`: The body is too large. */
        "body.too-large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:body.too-large",
                 *       "title": "The body is too large",
                 *       "status": 413,
                 *       "code": "body.too-large",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "body.too-large";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `body.unsupported-type`: This content type is not taken here. */
        "body.unsupported-type": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:body.unsupported-type",
                 *       "title": "This content type is not taken here",
                 *       "status": 415,
                 *       "code": "body.unsupported-type",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "body.unsupported-type";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `body.invalid`: Some fields need another value. */
        "body.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:body.invalid",
                 *       "title": "Some fields need another value",
                 *       "status": 422,
                 *       "code": "body.invalid",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "body.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `rate.limited`: Too many requests. `login.slowed`: Too many failed attempts to log in. */
        "rate.limited-or-login.slowed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:rate.limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "code": "rate.limited",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "rate.limited" | "login.slowed";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `session.required`: Log in first. */
        "session.required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:session.required",
                 *       "title": "Log in first",
                 *       "status": 401,
                 *       "code": "session.required",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "session.required";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `csrf.invalid`: The CSRF token is missing or wrong. `origin.foreign`: The request comes from another site. */
        "csrf.invalid-or-origin.foreign": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:csrf.invalid",
                 *       "title": "The CSRF token is missing or wrong",
                 *       "status": 403,
                 *       "code": "csrf.invalid",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "csrf.invalid" | "origin.foreign";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `idempotency.in-flight`: This request is still being answered. */
        "idempotency.in-flight": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:idempotency.in-flight",
                 *       "title": "This request is still being answered",
                 *       "status": 409,
                 *       "code": "idempotency.in-flight",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "idempotency.in-flight";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `idempotency.mismatch`: This Idempotency-Key was used for something else. `body.invalid`: Some fields need another value. */
        "idempotency.mismatch-or-body.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:idempotency.mismatch",
                 *       "title": "This Idempotency-Key was used for something else",
                 *       "status": 422,
                 *       "code": "idempotency.mismatch",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "idempotency.mismatch" | "body.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `request.malformed`: The request is not valid HTTP. `query.invalid`: The query is not valid. */
        "request.malformed-or-query.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:request.malformed",
                 *       "title": "The request is not valid HTTP",
                 *       "status": 400,
                 *       "code": "request.malformed",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "request.malformed" | "query.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `partner.unknown`: There is no such partner. */
        "partner.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:partner.unknown",
                 *       "title": "There is no such partner",
                 *       "status": 404,
                 *       "code": "partner.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "partner.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `client.unknown`: There is no such client. */
        "client.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:client.unknown",
                 *       "title": "There is no such client",
                 *       "status": 404,
                 *       "code": "client.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "client.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `media.too-large`: A file is too large. `body.too-large`: The body is too large. */
        "media.too-large-or-body.too-large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:media.too-large",
                 *       "title": "A file is too large",
                 *       "status": 413,
                 *       "code": "media.too-large",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "media.too-large" | "body.too-large";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `test.unknown`: There is no such test. */
        "test.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:test.unknown",
                 *       "title": "There is no such test",
                 *       "status": 404,
                 *       "code": "test.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "test.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `test.not-unexecuted`: The test has already begun. `idempotency.in-flight`: This request is still being answered. */
        "test.not-unexecuted-or-idempotency.in-flight": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:test.not-unexecuted",
                 *       "title": "The test has already begun",
                 *       "status": 409,
                 *       "code": "test.not-unexecuted",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "test.not-unexecuted" | "idempotency.in-flight";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `log.unknown`: There is no such test log. */
        "log.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:log.unknown",
                 *       "title": "There is no such test log",
                 *       "status": 404,
                 *       "code": "log.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "log.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `test.unknown`: There is no such test. `run.unknown`: The test has no such run. */
        "test.unknown-or-run.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:test.unknown",
                 *       "title": "There is no such test",
                 *       "status": 404,
                 *       "code": "test.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "test.unknown" | "run.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `media.unknown`: There is no such file. */
        "media.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:media.unknown",
                 *       "title": "There is no such file",
                 *       "status": 404,
                 *       "code": "media.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "media.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `media.range`: The file does not reach that far. */
        "media.range": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:media.range",
                 *       "title": "The file does not reach that far",
                 *       "status": 416,
                 *       "code": "media.range",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "media.range";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `media.unknown`: There is no such file. `media.no-thumbnail`: There is no small picture of this file. */
        "media.unknown-or-media.no-thumbnail": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:media.unknown",
                 *       "title": "There is no such file",
                 *       "status": 404,
                 *       "code": "media.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "media.unknown" | "media.no-thumbnail";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `handset-key.invalid`: The handset key is missing or wrong. */
        "handset-key.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:handset-key.invalid",
                 *       "title": "The handset key is missing or wrong",
                 *       "status": 401,
                 *       "code": "handset-key.invalid",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "handset-key.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `message.unknown`: No message bears this code. */
        "message.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:message.unknown",
                 *       "title": "No message bears this code",
                 *       "status": 404,
                 *       "code": "message.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "message.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `phone.unknown`: There is no such test phone. */
        "phone.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:phone.unknown",
                 *       "title": "There is no such test phone",
                 *       "status": 404,
                 *       "code": "phone.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "phone.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `handset-key.unknown`: There is no such handset key. */
        "handset-key.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:handset-key.unknown",
                 *       "title": "There is no such handset key",
                 *       "status": 404,
                 *       "code": "handset-key.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "handset-key.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `handset-source.unknown`: There is no such handset source. `phone.unknown`: There is no such test phone. */
        "handset-source.unknown-or-phone.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:handset-source.unknown",
                 *       "title": "There is no such handset source",
                 *       "status": 404,
                 *       "code": "handset-source.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "handset-source.unknown" | "phone.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `handset-source.unknown`: There is no such handset source. */
        "handset-source.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:handset-source.unknown",
                 *       "title": "There is no such handset source",
                 *       "status": 404,
                 *       "code": "handset-source.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "handset-source.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `handset-source.invalid`: The report is not proven to be of this source. */
        "handset-source.invalid": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:handset-source.invalid",
                 *       "title": "The report is not proven to be of this source",
                 *       "status": 401,
                 *       "code": "handset-source.invalid",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "handset-source.invalid";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `gateway.unknown`: There is no such gateway. */
        "gateway.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:gateway.unknown",
                 *       "title": "There is no such gateway",
                 *       "status": 404,
                 *       "code": "gateway.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "gateway.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `gateway.read-only`: The gateway is not set up over HTTP. `idempotency.in-flight`: This request is still being answered. */
        "gateway.read-only-or-idempotency.in-flight": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:gateway.read-only",
                 *       "title": "The gateway is not set up over HTTP",
                 *       "status": 409,
                 *       "code": "gateway.read-only",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "gateway.read-only" | "idempotency.in-flight";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `gateway.unknown`: There is no such gateway. `office.unknown`: There is no such office. */
        "gateway.unknown-or-office.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:gateway.unknown",
                 *       "title": "There is no such gateway",
                 *       "status": 404,
                 *       "code": "gateway.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "gateway.unknown" | "office.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `office.pinned`: The carriers file gives this office its gateway. `idempotency.in-flight`: This request is still being answered. */
        "office.pinned-or-idempotency.in-flight": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:office.pinned",
                 *       "title": "The carriers file gives this office its gateway",
                 *       "status": 409,
                 *       "code": "office.pinned",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "office.pinned" | "idempotency.in-flight";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `route.unknown`: There is nothing at this path. */
        "route.unknown": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:route.unknown",
                 *       "title": "There is nothing at this path",
                 *       "status": 404,
                 *       "code": "route.unknown",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "route.unknown";
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `metrics-token.invalid`: The metrics token is missing or wrong. `session.required`: Log in first. */
        "metrics-token.invalid-or-session.required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:textprobe:problem:metrics-token.invalid",
                 *       "title": "The metrics token is missing or wrong",
                 *       "status": 401,
                 *       "code": "metrics-token.invalid",
                 *       "detail": "A sentence that says what to do.",
                 *       "requestId": "pQ3v0xRk2dZf"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"] & ({
                    /** @enum {string} */
                    code: "metrics-token.invalid" | "session.required";
                } & {
                    [key: string]: unknown;
                });
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names the request in the log and in a problem. */
        "X-Request-Id": string;
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
        /** @description `true` on an answer that was first given earlier. */
        "Idempotency-Replayed": string;
        /** @description How many rows the whole filter holds, beside a page of them. Left out where the whole list comes. */
        "X-Total-Count": number;
        /** @description How many of these count as received. */
        "X-Received-Count": number;
        /** @description To be sent as `cursor` for the next page. Left out on the last. */
        "X-Next-Cursor": string;
        /** @description The name to save the file under. */
        "Content-Disposition": string;
        /** @description Which bytes of how many these are. */
        "Content-Range": string;
        /** @description Changes with the bytes; to be sent as `If-None-Match`. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    csrf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 4Zk1oSOT-9bPJ1ZlN0gKcYb3u3Gg7Qe0dyQk */
                    "text/plain": string;
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "admin",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    username: string;
                    password: string;
                };
                /**
                 * @example {
                 *       "username": "admin",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "multipart/form-data": {
                    username: string;
                    password: string;
                };
                /**
                 * @example {
                 *       "username": "admin",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": {
                    username: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authenticated": true,
                     *       "user": {
                     *         "id": 1,
                     *         "username": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        authenticated: true;
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["login.failed"];
            403: components["responses"]["origin.foreign"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited-or-login.slowed"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    authStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "authenticated": true,
                     *       "user": {
                     *         "id": 1,
                     *         "username": "admin"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        authenticated: true;
                        user: components["schemas"]["User"];
                    } | {
                        /** @constant */
                        authenticated: false;
                    };
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    partners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Acorn Dental Group"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Partner"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    clients: {
        parameters: {
            query: {
                partnerId: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Acorn North",
                     *         "partnerId": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Client"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["partner.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    offices: {
        parameters: {
            query: {
                clientId: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Oak Street",
                     *         "clientId": 1,
                     *         "officePhoneNumber": "+12025550100",
                     *         "managerFirstName": "Ada",
                     *         "managerLastName": "Lovelace"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Office"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["client.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "phoneID": 1,
                     *         "name": "Pixel on the shelf",
                     *         "phoneNumber": "+12025550200",
                     *         "carrier": "Verizon"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TestPhone"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    wholeDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "partners": [
                     *         {
                     *           "id": 1,
                     *           "name": "Acorn Dental Group"
                     *         }
                     *       ],
                     *       "clients": [
                     *         {
                     *           "id": 1,
                     *           "name": "Acorn North",
                     *           "partnerId": 1
                     *         }
                     *       ],
                     *       "offices": [
                     *         {
                     *           "id": 1,
                     *           "name": "Oak Street",
                     *           "clientId": 1,
                     *           "officePhoneNumber": "+12025550100"
                     *         }
                     *       ],
                     *       "testPhones": [
                     *         {
                     *           "phoneID": 1,
                     *           "name": "Pixel on the shelf",
                     *           "phoneNumber": "+12025550200",
                     *           "carrier": "Verizon"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        partners: components["schemas"]["Partner"][];
                        clients: components["schemas"]["Client"][];
                        offices: {
                            id: number;
                            name: string;
                            clientId: number;
                            officePhoneNumber: string;
                        }[];
                        testPhones: components["schemas"]["TestPhone"][];
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    createTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "testType": "IMMEDIATE",
                 *       "messageType": "SMS",
                 *       "scheduledTimestamp": "2026-11-21 10:00:00.000",
                 *       "messageBody": "Hello {first_name} 👋",
                 *       "partnerIDs": [
                 *         1
                 *       ],
                 *       "clientIDs": [
                 *         1
                 *       ],
                 *       "officeIDs": [
                 *         1,
                 *         2
                 *       ],
                 *       "phoneIDs": [
                 *         1,
                 *         2,
                 *         3
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateTest"];
                /**
                 * @example {
                 *       "content": {
                 *         "testType": "IMMEDIATE",
                 *         "messageType": "SMS",
                 *         "scheduledTimestamp": "2026-11-21 10:00:00.000",
                 *         "messageBody": "Hello {first_name} 👋",
                 *         "partnerIDs": [
                 *           1
                 *         ],
                 *         "clientIDs": [
                 *           1
                 *         ],
                 *         "officeIDs": [
                 *           1,
                 *           2
                 *         ],
                 *         "phoneIDs": [
                 *           1,
                 *           2,
                 *           3
                 *         ]
                 *       }
                 *     }
                 */
                "multipart/form-data": {
                    content: components["schemas"]["CreateTest"];
                    /** @description Files, by any name. */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description Made: this is what it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testId": 7,
                     *       "testType": "IMMEDIATE",
                     *       "messageType": "SMS",
                     *       "messageBody": "Hello {first_name} 👋",
                     *       "scheduledTimestamp": null,
                     *       "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *       "updateTimestamp": null,
                     *       "executionStatus": "UNEXECUTED",
                     *       "statusReason": null,
                     *       "partnerId": 1,
                     *       "partnerIDs": [
                     *         1
                     *       ],
                     *       "clientIDs": {
                     *         "clientIDs": [
                     *           1
                     *         ]
                     *       },
                     *       "officeIDs": {
                     *         "officeIDs": [
                     *           1,
                     *           2
                     *         ]
                     *       },
                     *       "phoneIDs": {
                     *         "phoneIDs": [
                     *           1,
                     *           2,
                     *           3
                     *         ]
                     *       },
                     *       "mediaURLs": {
                     *         "media": []
                     *       },
                     *       "mediaFiles": [],
                     *       "recurrenceRule": {},
                     *       "nextDue": "2026-11-21T10:00:00.000-08:00",
                     *       "recurrenceActive": false,
                     *       "overlap": "skip",
                     *       "scheduleNote": null
                     *     }
                     */
                    "application/json": components["schemas"]["Test"];
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["media.too-large-or-body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            /** @description `recipients.none`: The test has no recipients. `recipients.too-many`: The test has too many recipients. `media.too-many`: There are too many files. `media.empty`: A file is empty. `media.type`: A file is neither a picture nor a video. `media.dimensions`: A picture is too large to be shown. `media.link`: A file could not be fetched from its link. `idempotency.mismatch`: This Idempotency-Key was used for something else. `body.invalid`: Some fields need another value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:recipients.none",
                     *       "title": "The test has no recipients",
                     *       "status": 422,
                     *       "code": "recipients.none",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "recipients.none" | "recipients.too-many" | "media.too-many" | "media.empty" | "media.type" | "media.dimensions" | "media.link" | "idempotency.mismatch" | "body.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    listTests: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                partnerId?: number;
                clientId?: number;
                officeId?: number;
                executionStatus?: "UNEXECUTED" | "EXECUTING" | "DELIVERED" | "PARTIALLY_DELIVERED" | "FAILED";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "testId": 7,
                     *         "testType": "IMMEDIATE",
                     *         "messageType": "SMS",
                     *         "messageBody": "Hello {first_name} 👋",
                     *         "scheduledTimestamp": null,
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "updateTimestamp": null,
                     *         "executionStatus": "UNEXECUTED",
                     *         "statusReason": null,
                     *         "partnerId": 1,
                     *         "partnerIDs": [
                     *           1
                     *         ],
                     *         "clientIDs": {
                     *           "clientIDs": [
                     *             1
                     *           ]
                     *         },
                     *         "officeIDs": {
                     *           "officeIDs": [
                     *             1,
                     *             2
                     *           ]
                     *         },
                     *         "phoneIDs": {
                     *           "phoneIDs": [
                     *             1,
                     *             2,
                     *             3
                     *           ]
                     *         },
                     *         "mediaURLs": {
                     *           "media": []
                     *         },
                     *         "mediaFiles": [],
                     *         "recurrenceRule": {},
                     *         "nextDue": "2026-11-21T10:00:00.000-08:00",
                     *         "recurrenceActive": false,
                     *         "overlap": "skip",
                     *         "scheduleNote": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Test"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    getTest: {
        parameters: {
            query: {
                testId: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testId": 7,
                     *       "testType": "IMMEDIATE",
                     *       "messageType": "SMS",
                     *       "messageBody": "Hello {first_name} 👋",
                     *       "scheduledTimestamp": null,
                     *       "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *       "updateTimestamp": null,
                     *       "executionStatus": "UNEXECUTED",
                     *       "statusReason": null,
                     *       "partnerId": 1,
                     *       "partnerIDs": [
                     *         1
                     *       ],
                     *       "clientIDs": {
                     *         "clientIDs": [
                     *           1
                     *         ]
                     *       },
                     *       "officeIDs": {
                     *         "officeIDs": [
                     *           1,
                     *           2
                     *         ]
                     *       },
                     *       "phoneIDs": {
                     *         "phoneIDs": [
                     *           1,
                     *           2,
                     *           3
                     *         ]
                     *       },
                     *       "mediaURLs": {
                     *         "media": []
                     *       },
                     *       "mediaFiles": [],
                     *       "recurrenceRule": {},
                     *       "nextDue": "2026-11-21T10:00:00.000-08:00",
                     *       "recurrenceActive": false,
                     *       "overlap": "skip",
                     *       "scheduleNote": null
                     *     }
                     */
                    "application/json": components["schemas"]["Test"];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    updateTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "testType": "IMMEDIATE",
                 *       "messageType": "SMS",
                 *       "scheduledTimestamp": "2026-11-21 10:00:00.000",
                 *       "messageBody": "Hello {first_name} 👋",
                 *       "testId": 7,
                 *       "updateTimestamp": "2026-11-21T10:00:00.000-08:00",
                 *       "partnerID": 1,
                 *       "clientIDs": {
                 *         "clientIDs": [
                 *           1
                 *         ]
                 *       },
                 *       "officeIDs": {
                 *         "officeIDs": [
                 *           1,
                 *           2
                 *         ]
                 *       },
                 *       "phoneIDs": {
                 *         "phoneIDs": [
                 *           1,
                 *           2,
                 *           3
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTest"];
                /**
                 * @example {
                 *       "content": {
                 *         "testType": "IMMEDIATE",
                 *         "messageType": "SMS",
                 *         "scheduledTimestamp": "2026-11-21 10:00:00.000",
                 *         "messageBody": "Hello {first_name} 👋",
                 *         "testId": 7,
                 *         "updateTimestamp": "2026-11-21T10:00:00.000-08:00",
                 *         "partnerID": 1,
                 *         "clientIDs": {
                 *           "clientIDs": [
                 *             1
                 *           ]
                 *         },
                 *         "officeIDs": {
                 *           "officeIDs": [
                 *             1,
                 *             2
                 *           ]
                 *         },
                 *         "phoneIDs": {
                 *           "phoneIDs": [
                 *             1,
                 *             2,
                 *             3
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "multipart/form-data": {
                    content: components["schemas"]["UpdateTest"];
                    /** @description Files, by any name. */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testId": 7,
                     *       "testType": "IMMEDIATE",
                     *       "messageType": "SMS",
                     *       "messageBody": "Hello {first_name} 👋",
                     *       "scheduledTimestamp": null,
                     *       "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *       "updateTimestamp": null,
                     *       "executionStatus": "UNEXECUTED",
                     *       "statusReason": null,
                     *       "partnerId": 1,
                     *       "partnerIDs": [
                     *         1
                     *       ],
                     *       "clientIDs": {
                     *         "clientIDs": [
                     *           1
                     *         ]
                     *       },
                     *       "officeIDs": {
                     *         "officeIDs": [
                     *           1,
                     *           2
                     *         ]
                     *       },
                     *       "phoneIDs": {
                     *         "phoneIDs": [
                     *           1,
                     *           2,
                     *           3
                     *         ]
                     *       },
                     *       "mediaURLs": {
                     *         "media": []
                     *       },
                     *       "mediaFiles": [],
                     *       "recurrenceRule": {},
                     *       "nextDue": "2026-11-21T10:00:00.000-08:00",
                     *       "recurrenceActive": false,
                     *       "overlap": "skip",
                     *       "scheduleNote": null
                     *     }
                     */
                    "application/json": components["schemas"]["Test"];
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            /** @description `test.not-unexecuted`: The test has already begun. `test.changed`: The test was changed by someone else. `idempotency.in-flight`: This request is still being answered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:test.not-unexecuted",
                     *       "title": "The test has already begun",
                     *       "status": 409,
                     *       "code": "test.not-unexecuted",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "test.not-unexecuted" | "test.changed" | "idempotency.in-flight";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["media.too-large-or-body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            /** @description `recipients.none`: The test has no recipients. `recipients.too-many`: The test has too many recipients. `media.too-many`: There are too many files. `media.empty`: A file is empty. `media.type`: A file is neither a picture nor a video. `media.dimensions`: A picture is too large to be shown. `media.link`: A file could not be fetched from its link. `idempotency.mismatch`: This Idempotency-Key was used for something else. `body.invalid`: Some fields need another value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:recipients.none",
                     *       "title": "The test has no recipients",
                     *       "status": 422,
                     *       "code": "recipients.none",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "recipients.none" | "recipients.too-many" | "media.too-many" | "media.empty" | "media.type" | "media.dimensions" | "media.link" | "idempotency.mismatch" | "body.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    deleteTest: {
        parameters: {
            query: {
                testId: number;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["test.not-unexecuted-or-idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "interval": 2,
                 *       "frequency": "weeks",
                 *       "start_date": "2026-11-22",
                 *       "time": "10:30",
                 *       "end_date": "2027-02-28",
                 *       "days_of_week": [
                 *         "MONDAY",
                 *         "WEDNESDAY"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecurrenceRule"];
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recurrenceRule": {
                     *         "interval": 2,
                     *         "frequency": "weeks",
                     *         "start_date": "2026-11-22",
                     *         "time": "10:30",
                     *         "end_date": "2027-02-28",
                     *         "days_of_week": [
                     *           "MONDAY",
                     *           "WEDNESDAY"
                     *         ]
                     *       },
                     *       "occurrences": [
                     *         {
                     *           "at": "2026-11-23T10:30:00.000-08:00",
                     *           "note": null
                     *         }
                     *       ],
                     *       "more": true
                     *     }
                     */
                    "application/json": {
                        recurrenceRule: components["schemas"]["RecurrenceRule"];
                        occurrences: {
                            at: string;
                            note: string | null;
                        }[];
                        more: boolean;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    stopTest: {
        parameters: {
            query: {
                testId: number;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testId": 7,
                     *       "testType": "RECURRING",
                     *       "messageType": "SMS",
                     *       "messageBody": "Hello {first_name} 👋",
                     *       "scheduledTimestamp": null,
                     *       "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *       "updateTimestamp": null,
                     *       "executionStatus": "DELIVERED",
                     *       "statusReason": null,
                     *       "partnerId": 1,
                     *       "partnerIDs": [
                     *         1
                     *       ],
                     *       "clientIDs": {
                     *         "clientIDs": [
                     *           1
                     *         ]
                     *       },
                     *       "officeIDs": {
                     *         "officeIDs": [
                     *           1,
                     *           2
                     *         ]
                     *       },
                     *       "phoneIDs": {
                     *         "phoneIDs": [
                     *           1,
                     *           2,
                     *           3
                     *         ]
                     *       },
                     *       "mediaURLs": {
                     *         "media": []
                     *       },
                     *       "mediaFiles": [],
                     *       "recurrenceRule": {
                     *         "interval": 2,
                     *         "frequency": "weeks",
                     *         "start_date": "2026-11-22",
                     *         "time": "10:30",
                     *         "end_date": "2027-02-28",
                     *         "days_of_week": [
                     *           "MONDAY",
                     *           "WEDNESDAY"
                     *         ]
                     *       },
                     *       "nextDue": null,
                     *       "recurrenceActive": false,
                     *       "overlap": "skip",
                     *       "scheduleNote": null
                     *     }
                     */
                    "application/json": components["schemas"]["Test"];
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            /** @description `recurrence.none`: The test does not recur. `recurrence.ended`: No occurrence is left. `idempotency.in-flight`: This request is still being answered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:recurrence.none",
                     *       "title": "The test does not recur",
                     *       "status": 409,
                     *       "code": "recurrence.none",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "recurrence.none" | "recurrence.ended" | "idempotency.in-flight";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testRuns: {
        parameters: {
            query: {
                testId: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "runId": 9,
                     *         "dueAt": "2026-11-21T10:00:00.000-08:00",
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "closedAt": "2026-11-21T10:00:05.100-08:00",
                     *         "status": "DELIVERED",
                     *         "reason": null,
                     *         "messages": {
                     *           "total": 6,
                     *           "settled": 6,
                     *           "received": 6,
                     *           "known": 6
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Run"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testLogs: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Received-Count": components["headers"]["X-Received-Count"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "testLogID": 41,
                     *         "testID": 7,
                     *         "officeID": 1,
                     *         "phoneID": 1,
                     *         "carrier": "Verizon",
                     *         "testActivityStatus": "RECEIVED",
                     *         "messageSentTimestamp": "2026-11-21T10:00:00.120-08:00",
                     *         "messageReceivedTimestamp": "2026-11-21T10:00:04.480-08:00",
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "runId": 9,
                     *         "verdict": "confirmed",
                     *         "finding": "identical",
                     *         "handsetOffline": null,
                     *         "sent": {
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "from": "+12025550100",
                     *           "to": "+12025550200"
                     *         },
                     *         "submission": {
                     *           "at": "2026-11-21T10:00:00.120-08:00",
                     *           "outcome": "accepted",
                     *           "gateway": "lab-verizon",
                     *           "error": null
                     *         },
                     *         "receipt": {
                     *           "at": "2026-11-21T10:00:03.900-08:00",
                     *           "state": "delivered",
                     *           "error": null
                     *         },
                     *         "reception": {
                     *           "at": "2026-11-21T10:00:04.480-08:00",
                     *           "statedAt": "2026-11-21T10:00:04.210-08:00",
                     *           "clock": "handset",
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "comparison": "intact",
                     *           "sender": "+12025550100",
                     *           "senderComparison": "identical",
                     *           "media": []
                     *         },
                     *         "evidence": "handset",
                     *         "settled": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TestLog"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    filteredLogs: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Received-Count": components["headers"]["X-Received-Count"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "testLogID": 41,
                     *         "testID": 7,
                     *         "officeID": 1,
                     *         "phoneID": 1,
                     *         "carrier": "Verizon",
                     *         "testActivityStatus": "RECEIVED",
                     *         "messageSentTimestamp": "2026-11-21T10:00:00.120-08:00",
                     *         "messageReceivedTimestamp": "2026-11-21T10:00:04.480-08:00",
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "runId": 9,
                     *         "verdict": "confirmed",
                     *         "finding": "identical",
                     *         "handsetOffline": null,
                     *         "sent": {
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "from": "+12025550100",
                     *           "to": "+12025550200"
                     *         },
                     *         "submission": {
                     *           "at": "2026-11-21T10:00:00.120-08:00",
                     *           "outcome": "accepted",
                     *           "gateway": "lab-verizon",
                     *           "error": null
                     *         },
                     *         "receipt": {
                     *           "at": "2026-11-21T10:00:03.900-08:00",
                     *           "state": "delivered",
                     *           "error": null
                     *         },
                     *         "reception": {
                     *           "at": "2026-11-21T10:00:04.480-08:00",
                     *           "statedAt": "2026-11-21T10:00:04.210-08:00",
                     *           "clock": "handset",
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "comparison": "intact",
                     *           "sender": "+12025550100",
                     *           "senderComparison": "identical",
                     *           "media": []
                     *         },
                     *         "evidence": "handset",
                     *         "settled": true,
                     *         "messageBody": "Hello {first_name} 👋",
                     *         "messageType": "SMS",
                     *         "testType": "IMMEDIATE"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FilteredLog"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    exportLogs: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
                testId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    generatePdf: {
        parameters: {
            query: {
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `report.busy`: Too many reports are being made. `report.failed`: The report could not be made. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "report.busy" | "report.failed";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    generateFilteredPdf: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `report.busy`: Too many reports are being made. `report.failed`: The report could not be made. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "report.busy" | "report.failed";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    testLogsOfTest: {
        parameters: {
            query: {
                testId: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "testLogID": 41,
                     *         "testID": 7,
                     *         "officeID": 1,
                     *         "phoneID": 1,
                     *         "carrier": "Verizon",
                     *         "testActivityStatus": "RECEIVED",
                     *         "messageSentTimestamp": "2026-11-21T10:00:00.120-08:00",
                     *         "messageReceivedTimestamp": "2026-11-21T10:00:04.480-08:00",
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "runId": 9,
                     *         "verdict": "confirmed",
                     *         "finding": "identical",
                     *         "handsetOffline": null,
                     *         "sent": {
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "from": "+12025550100",
                     *           "to": "+12025550200"
                     *         },
                     *         "submission": {
                     *           "at": "2026-11-21T10:00:00.120-08:00",
                     *           "outcome": "accepted",
                     *           "gateway": "lab-verizon",
                     *           "error": null
                     *         },
                     *         "receipt": {
                     *           "at": "2026-11-21T10:00:03.900-08:00",
                     *           "state": "delivered",
                     *           "error": null
                     *         },
                     *         "reception": {
                     *           "at": "2026-11-21T10:00:04.480-08:00",
                     *           "statedAt": "2026-11-21T10:00:04.210-08:00",
                     *           "clock": "handset",
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "comparison": "intact",
                     *           "sender": "+12025550100",
                     *           "senderComparison": "identical",
                     *           "media": []
                     *         },
                     *         "evidence": "handset",
                     *         "settled": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TestLog"][];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["test.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testLog: {
        parameters: {
            query: {
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testLogID": 41,
                     *       "testID": 7,
                     *       "officeID": 1,
                     *       "phoneID": 1,
                     *       "carrier": "Verizon",
                     *       "testActivityStatus": "RECEIVED",
                     *       "messageSentTimestamp": "2026-11-21T10:00:00.120-08:00",
                     *       "messageReceivedTimestamp": "2026-11-21T10:00:04.480-08:00",
                     *       "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *       "runId": 9,
                     *       "verdict": "confirmed",
                     *       "finding": "identical",
                     *       "handsetOffline": null,
                     *       "sent": {
                     *         "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *         "from": "+12025550100",
                     *         "to": "+12025550200"
                     *       },
                     *       "submission": {
                     *         "at": "2026-11-21T10:00:00.120-08:00",
                     *         "outcome": "accepted",
                     *         "gateway": "lab-verizon",
                     *         "error": null
                     *       },
                     *       "receipt": {
                     *         "at": "2026-11-21T10:00:03.900-08:00",
                     *         "state": "delivered",
                     *         "error": null
                     *       },
                     *       "reception": {
                     *         "at": "2026-11-21T10:00:04.480-08:00",
                     *         "statedAt": "2026-11-21T10:00:04.210-08:00",
                     *         "clock": "handset",
                     *         "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *         "comparison": "intact",
                     *         "sender": "+12025550100",
                     *         "senderComparison": "identical",
                     *         "media": []
                     *       },
                     *       "evidence": "handset",
                     *       "settled": true
                     *     }
                     */
                    "application/json": components["schemas"]["TestLog"];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["log.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    messageWhy: {
        parameters: {
            query: {
                testLogID: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testLogID": 41,
                     *       "testActivityStatus": "RECEIVED",
                     *       "verdict": "confirmed",
                     *       "settled": true,
                     *       "deadlineAt": "2026-11-21T10:15:00.120-08:00",
                     *       "waitsFor": null,
                     *       "setAside": [],
                     *       "evidence": [
                     *         {
                     *           "kind": "created",
                     *           "at": "2026-11-21T10:00:00.000-08:00",
                     *           "verdict": "waiting"
                     *         },
                     *         {
                     *           "kind": "claimed",
                     *           "at": "2026-11-21T10:00:00.100-08:00",
                     *           "verdict": "waiting",
                     *           "attempt": 1,
                     *           "worker": "probe-1:4711"
                     *         },
                     *         {
                     *           "kind": "accepted",
                     *           "at": "2026-11-21T10:00:00.120-08:00",
                     *           "verdict": "in transit",
                     *           "writtenAt": "2026-11-21T10:00:00.120-08:00",
                     *           "error": null
                     *         },
                     *         {
                     *           "kind": "reception",
                     *           "at": "2026-11-21T10:00:04.480-08:00",
                     *           "verdict": "confirmed",
                     *           "source": "native",
                     *           "phoneID": 1,
                     *           "stated": {
                     *             "at": "2026-11-21T10:00:04.210-08:00",
                     *             "clock": "handset"
                     *           },
                     *           "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *           "sender": "+12025550100",
                     *           "comparison": "identical",
                     *           "senderComparison": "identical",
                     *           "files": 0
                     *         },
                     *         {
                     *           "kind": "settled",
                     *           "at": "2026-11-21T10:00:04.482-08:00",
                     *           "verdict": "confirmed"
                     *         }
                     *       ],
                     *       "parts": [
                     *         {
                     *           "part": 1,
                     *           "parts": 1,
                     *           "gateway": "lab-verizon",
                     *           "providerId": "8f3a01",
                     *           "receipt": {
                     *             "at": null,
                     *             "state": "none",
                     *             "error": null
                     *           }
                     *         }
                     *       ],
                     *       "rule": [
                     *         {
                     *           "question": "Did the handset confirm that it received the message?",
                     *           "answer": "Yes."
                     *         },
                     *         {
                     *           "question": "Is its text what was sent?",
                     *           "answer": "Yes."
                     *         },
                     *         {
                     *           "question": "Did it come before the deadline?",
                     *           "answer": "Yes."
                     *         }
                     *       ],
                     *       "addsUp": true
                     *     }
                     */
                    "application/json": {
                        testLogID: number;
                        /** @enum {string} */
                        testActivityStatus: "PENDING" | "SENT" | "UNKNOWN" | "FAILED" | "DELIVERED" | "RECEIVED";
                        /** @enum {string} */
                        verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                        settled: boolean;
                        /** @description From when on silence counts as loss. */
                        deadlineAt: string;
                        /** @description While it waits to be handed over: what for, in words: its gateway’s link and since when it stands so. Else null. */
                        waitsFor: string | null;
                        /** @description What of this message failed three times and waits for its next try, so that it holds up no other: the end of its waiting (`deadline`), of a claim whose worker is gone (`lease`), or of its run (`closing`); a `receipt` or a report of a handset (`reception`) that seems to be about it. Mostly empty. */
                        setAside: {
                            /** @enum {string} */
                            what: "deadline" | "lease" | "receipt" | "reception" | "closing";
                            tries: number;
                            lastTryAt: string;
                            /** @description In the past: it is tried within seconds. */
                            nextTryAt: string;
                        }[];
                        evidence: ({
                            /** @constant */
                            kind: "created";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                        } | {
                            /** @constant */
                            kind: "claimed";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            attempt: number;
                            /** @description Which process claimed it. */
                            worker: string | null;
                        } | {
                            /**
                             * @description Surely never written to the carrier: it is tried again.
                             * @constant
                             */
                            kind: "given-back";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            attempt: number;
                            reason: string | null;
                            nextAttemptAt: string | null;
                        } | {
                            /**
                             * @description What became of handing it over.
                             * @enum {string}
                             */
                            kind: "accepted" | "rejected" | "unknown";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            /** @description When it was written to the wire, as far as that is known. */
                            writtenAt: string | null;
                            error: string | null;
                        } | {
                            /** @constant */
                            kind: "receipt";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            gateway: string;
                            /** @description Of which part, counted from 1. */
                            part: number | null;
                            providerId: string;
                            /** @enum {string} */
                            state: "none" | "enroute" | "failed" | "delivered";
                            error: string | null;
                            /** @description As it came. */
                            raw: string;
                        } | {
                            /** @constant */
                            kind: "reception";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            /** @description The inbox that it came in by. */
                            source: string;
                            phoneID: number | null;
                            /** @description The account that confirmed it in the console; left out where a handset, an app or a provider did. */
                            confirmedBy?: string;
                            /** @description When the far side says that it arrived, and by whose clock. */
                            stated: {
                                at: string;
                                clock: string | null;
                            } | null;
                            /** @description As it came. */
                            text: string | null;
                            sender: string | null;
                            comparison: ("unknown" | "altered" | "joined wrongly" | "truncated" | "re-encoded" | "equivalent" | "identical") | null;
                            senderComparison: ("altered" | "identical") | null;
                            /** @description How many files came with it. */
                            files: number;
                        } | {
                            /** @constant */
                            kind: "deadline";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                            handsetOffline: {
                                heardAt: string | null;
                            } | null;
                        } | {
                            /** @constant */
                            kind: "expired";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                        } | {
                            /** @constant */
                            kind: "settled";
                            /** @description By the console’s own clock: when it happened here, or was heard of here. */
                            at: string;
                            /**
                             * @description The verdict on the message after this.
                             * @enum {string}
                             */
                            verdict: "waiting" | "in transit" | "confirmed" | "altered" | "late" | "receipt only" | "carrier confirmed" | "undelivered" | "handset offline" | "lost" | "rejected" | "not sent" | "unknown";
                        })[];
                        parts: {
                            part: number;
                            parts: number;
                            gateway: string;
                            providerId: string;
                            receipt: {
                                at: string | null;
                                /** @enum {string} */
                                state: "none" | "enroute" | "failed" | "delivered";
                                error: string | null;
                            };
                        }[];
                        rule: {
                            question: string;
                            answer: string;
                        }[];
                        /** @description The evidence, told anew by the rule, gives what is stored. False where part of it was not kept: of messages from before all of it was. */
                        addsUp: boolean;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["log.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    report: {
        parameters: {
            query: {
                testId: number;
                runId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "test": {
                     *         "testId": 7,
                     *         "testType": "IMMEDIATE",
                     *         "messageType": "SMS",
                     *         "messageBody": "Hello {first_name} 👋",
                     *         "scheduledTimestamp": null,
                     *         "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *         "updateTimestamp": null,
                     *         "executionStatus": "DELIVERED",
                     *         "statusReason": null,
                     *         "partnerId": 1,
                     *         "partnerIDs": [
                     *           1
                     *         ],
                     *         "clientIDs": {
                     *           "clientIDs": [
                     *             1
                     *           ]
                     *         },
                     *         "officeIDs": {
                     *           "officeIDs": [
                     *             1,
                     *             2
                     *           ]
                     *         },
                     *         "phoneIDs": {
                     *           "phoneIDs": [
                     *             1,
                     *             2,
                     *             3
                     *           ]
                     *         },
                     *         "mediaURLs": {
                     *           "media": []
                     *         },
                     *         "mediaFiles": [],
                     *         "recurrenceRule": {},
                     *         "nextDue": null,
                     *         "recurrenceActive": false,
                     *         "overlap": "skip",
                     *         "scheduleNote": null
                     *       },
                     *       "testLogs": [
                     *         {
                     *           "testLogID": 41,
                     *           "testID": 7,
                     *           "officeID": 1,
                     *           "phoneID": 1,
                     *           "carrier": "Verizon",
                     *           "testActivityStatus": "RECEIVED",
                     *           "messageSentTimestamp": "2026-11-21T10:00:00.120-08:00",
                     *           "messageReceivedTimestamp": "2026-11-21T10:00:04.480-08:00",
                     *           "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *           "runId": 9,
                     *           "verdict": "confirmed",
                     *           "finding": "identical",
                     *           "handsetOffline": null,
                     *           "sent": {
                     *             "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *             "from": "+12025550100",
                     *             "to": "+12025550200"
                     *           },
                     *           "submission": {
                     *             "at": "2026-11-21T10:00:00.120-08:00",
                     *             "outcome": "accepted",
                     *             "gateway": "lab-verizon",
                     *             "error": null
                     *           },
                     *           "receipt": {
                     *             "at": "2026-11-21T10:00:03.900-08:00",
                     *             "state": "delivered",
                     *             "error": null
                     *           },
                     *           "reception": {
                     *             "at": "2026-11-21T10:00:04.480-08:00",
                     *             "statedAt": "2026-11-21T10:00:04.210-08:00",
                     *             "clock": "handset",
                     *             "text": "Hello Ada 👋 #M7Q2K9X4TBC",
                     *             "comparison": "intact",
                     *             "sender": "+12025550100",
                     *             "senderComparison": "identical",
                     *             "media": []
                     *           },
                     *           "evidence": "handset",
                     *           "settled": true
                     *         }
                     *       ],
                     *       "testDurations": [
                     *         4.36
                     *       ],
                     *       "testDurationLogIDs": [
                     *         41
                     *       ],
                     *       "testLogCount": 1,
                     *       "runs": [
                     *         {
                     *           "runId": 9,
                     *           "dueAt": "2026-11-21T10:00:00.000-08:00",
                     *           "creationTimestamp": "2026-11-21T10:00:00.000-08:00",
                     *           "closedAt": "2026-11-21T10:00:05.100-08:00",
                     *           "status": "DELIVERED",
                     *           "reason": null,
                     *           "messages": {
                     *             "total": 6,
                     *             "settled": 6,
                     *             "received": 6,
                     *             "known": 6
                     *           }
                     *         }
                     *       ],
                     *       "runCount": 1,
                     *       "upcoming": [],
                     *       "rate": {
                     *         "received": 1,
                     *         "known": 1,
                     *         "unknown": 0,
                     *         "offline": 0,
                     *         "notSent": 0,
                     *         "inProgress": 0,
                     *         "deliveryRate": 100,
                     *         "formula": "messages received ÷ messages whose outcome is known × 100"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["test.unknown-or-run.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    media: {
        parameters: {
            query?: {
                download?: string;
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["media.unknown"];
            408: components["responses"]["request.timeout"];
            416: components["responses"]["media.range"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    mediaThumbnail: {
        parameters: {
            query?: {
                download?: string;
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["media.unknown-or-media.no-thumbnail"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    messageReceivedSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageCode": "M7Q2K9X4TBC",
                 *       "messageBody": "Hello Ada 👋 #M7Q2K9X4TBC",
                 *       "sender": "+12025550100",
                 *       "receivedAt": "2026-11-21T10:00:04.210-08:00"
                 *     }
                 */
                "application/json": components["schemas"]["MessageReceived"];
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testLogID": 41,
                     *       "testActivityStatus": "RECEIVED"
                     *     }
                     */
                    "application/json": {
                        testLogID: number;
                        /** @enum {string} */
                        testActivityStatus: "PENDING" | "SENT" | "UNKNOWN" | "FAILED" | "DELIVERED" | "RECEIVED";
                    };
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-key.invalid"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["message.unknown"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    messageReceivedMms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": {
                 *         "messageCode": "M7Q2K9X4TBC",
                 *         "messageBody": "Hello Ada 👋 #M7Q2K9X4TBC",
                 *         "sender": "+12025550100",
                 *         "receivedAt": "2026-11-21T10:00:04.210-08:00"
                 *       }
                 *     }
                 */
                "multipart/form-data": {
                    content: components["schemas"]["MessageReceived"];
                    /** @description Files, by any name. */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testLogID": 41,
                     *       "testActivityStatus": "RECEIVED"
                     *     }
                     */
                    "application/json": {
                        testLogID: number;
                        /** @enum {string} */
                        testActivityStatus: "PENDING" | "SENT" | "UNKNOWN" | "FAILED" | "DELIVERED" | "RECEIVED";
                    };
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-key.invalid"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["message.unknown"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["media.too-large-or-body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            /** @description `media.too-many`: There are too many files. `media.empty`: A file is empty. `media.type`: A file is neither a picture nor a video. `media.dimensions`: A picture is too large to be shown. `body.invalid`: Some fields need another value. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:media.too-many",
                     *       "title": "There are too many files",
                     *       "status": 422,
                     *       "code": "media.too-many",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "media.too-many" | "media.empty" | "media.type" | "media.dimensions" | "body.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    handsetPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "battery": 0.87,
                 *       "charging": true,
                 *       "network": "wifi"
                 *     }
                 */
                "application/json": components["schemas"]["HandsetPing"];
            };
        };
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-key.invalid"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    phonesHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "offlineAfterSeconds": 900,
                     *       "testPhones": [
                     *         {
                     *           "phoneID": 1,
                     *           "presence": "online",
                     *           "lastHeardAt": "2026-11-21T10:00:04.210-08:00",
                     *           "lastPingAt": "2026-11-21T10:00:04.210-08:00",
                     *           "battery": 0.87,
                     *           "charging": true,
                     *           "network": "wifi",
                     *           "source": "native"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        offlineAfterSeconds: number;
                        testPhones: components["schemas"]["PhoneHealth"][];
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    handsetKeys: {
        parameters: {
            query: {
                phoneID: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "phoneID": 1,
                     *         "label": "",
                     *         "madeBy": "admin",
                     *         "createdAt": "2026-11-21T10:00:00.000-08:00",
                     *         "lastUsedAt": "2026-11-21T10:00:04.210-08:00",
                     *         "revokedAt": null
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        phoneID: number;
                        label: string;
                        /** @description The name of the account; null where it is not known. */
                        madeBy: string | null;
                        createdAt: string;
                        /** @description Up to a minute old. */
                        lastUsedAt: string | null;
                        revokedAt: string | null;
                    }[];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            404: components["responses"]["phone.unknown"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    createHandsetKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneID": 1
                 *     }
                 */
                "application/json": {
                    phoneID: number;
                };
            };
        };
        responses: {
            /** @description Made: this is what it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "key": "tph_2kW8mH1sS0b3zj5d0v9Qx7uYt4aRnE6c"
                     *     }
                     */
                    "application/json": {
                        id: number;
                        key: string;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["phone.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    deleteHandsetKey: {
        parameters: {
            query: {
                id: number;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["handset-key.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    handsetSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *         "kind": "sms-gateway",
                     *         "name": "Pixel 8 on the shelf",
                     *         "url": "https://textprobe.example/api/inboxes/sms-gateway/5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *         "createdAt": "2026-11-21T10:00:00.000-08:00",
                     *         "phones": [
                     *           {
                     *             "phoneID": 1,
                     *             "deviceID": "ffffffffceb0b1db0000018e937c815b",
                     *             "simSlot": 1
                     *           }
                     *         ],
                     *         "unmapped": []
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "sms-gateway" | "httpsms" | "twilio";
                        name: string;
                        url: string;
                        createdAt: string;
                        phones: {
                            phoneID: number;
                            deviceID: string | null;
                            simSlot: number | null;
                        }[];
                        /** @description Handsets that have reported and that no phone was named for. */
                        unmapped: {
                            deviceID: string | null;
                            simSlot: number | null;
                            /** @description How many reports wait for its phone. */
                            reports: number;
                            lastAt: string;
                        }[];
                    }[];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    createHandsetSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "sms-gateway",
                 *       "name": "Pixel 8 on the shelf",
                 *       "phones": [
                 *         {
                 *           "phoneID": 1,
                 *           "deviceID": "ffffffffceb0b1db0000018e937c815b",
                 *           "simSlot": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    kind: "sms-gateway" | "httpsms" | "twilio";
                    name: string;
                    /** @description What reports are signed with; of Twilio the auth token. One is drawn where none is given. */
                    secret?: string | null;
                    phones?: {
                        phoneID: number;
                        deviceID?: string | null;
                        simSlot?: number | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Made: this is what it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *       "kind": "sms-gateway",
                     *       "name": "Pixel 8 on the shelf",
                     *       "url": "https://textprobe.example/api/inboxes/sms-gateway/5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *       "createdAt": "2026-11-21T10:00:00.000-08:00",
                     *       "phones": [
                     *         {
                     *           "phoneID": 1,
                     *           "deviceID": "ffffffffceb0b1db0000018e937c815b",
                     *           "simSlot": 1
                     *         }
                     *       ],
                     *       "unmapped": [],
                     *       "secret": "Zt8yqk0Xv2mH5sJwB7nR4cLpQ9dF1gAe6uYiTo3KxNM"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "sms-gateway" | "httpsms" | "twilio";
                        name: string;
                        url: string;
                        createdAt: string;
                        phones: {
                            phoneID: number;
                            deviceID: string | null;
                            simSlot: number | null;
                        }[];
                        /** @description Handsets that have reported and that no phone was named for. */
                        unmapped: {
                            deviceID: string | null;
                            simSlot: number | null;
                            /** @description How many reports wait for its phone. */
                            reports: number;
                            lastAt: string;
                        }[];
                        secret: string | null;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["phone.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    deleteHandsetSource: {
        parameters: {
            query: {
                id: string;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["handset-source.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    setHandsetSourcePhones: {
        parameters: {
            query: {
                id: string;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phones": [
                 *         {
                 *           "phoneID": 1,
                 *           "deviceID": "ffffffffceb0b1db0000018e937c815b",
                 *           "simSlot": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    phones: {
                        phoneID: number;
                        deviceID?: string | null;
                        simSlot?: number | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *       "kind": "sms-gateway",
                     *       "name": "Pixel 8 on the shelf",
                     *       "url": "https://textprobe.example/api/inboxes/sms-gateway/5b1f0c2e9a7d4e6f8b3c1d0a2e4f6a8b",
                     *       "createdAt": "2026-11-21T10:00:00.000-08:00",
                     *       "phones": [
                     *         {
                     *           "phoneID": 1,
                     *           "deviceID": "ffffffffceb0b1db0000018e937c815b",
                     *           "simSlot": 1
                     *         }
                     *       ],
                     *       "unmapped": []
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "sms-gateway" | "httpsms" | "twilio";
                        name: string;
                        url: string;
                        createdAt: string;
                        phones: {
                            phoneID: number;
                            deviceID: string | null;
                            simSlot: number | null;
                        }[];
                        /** @description Handsets that have reported and that no phone was named for. */
                        unmapped: {
                            deviceID: string | null;
                            simSlot: number | null;
                            /** @description How many reports wait for its phone. */
                            reports: number;
                            lastAt: string;
                        }[];
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["handset-source.unknown-or-phone.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    smsGatewayInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the source. */
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": "ffffffffceb0b1db0000018e937c815b",
                 *       "event": "sms:received",
                 *       "id": "Ey6ECgOkVVFjz3CL48B8C",
                 *       "webhookId": "LreFUt-Z3sSq0JufY9uWB",
                 *       "payload": {
                 *         "messageId": "abc123",
                 *         "message": "Hello Ada 👋 #M7Q2K9X4TBC",
                 *         "sender": "2025550100",
                 *         "recipient": null,
                 *         "simNumber": 1,
                 *         "receivedAt": "2026-11-21T10:00:04.000-08:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description `sms:received`, `mms:downloaded`, `system:ping`; others are taken and left. */
                    event: string;
                    deviceId?: string;
                    payload: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Taken: it is written down, and worked on now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-source.invalid"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    httpsmsInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the source. */
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "specversion": "1.0",
                 *       "id": "f4aed1d3-ab4f-42b9-b9dd-9fc7182f7197",
                 *       "source": "/v1/messages/receive",
                 *       "type": "message.phone.received",
                 *       "time": "2026-11-21T18:00:04.524331882Z",
                 *       "datacontenttype": "application/json",
                 *       "data": {
                 *         "message_id": "0b0123bb-ef2e-468f-908a-c026d51636aa",
                 *         "contact": "+12025550100",
                 *         "owner": "+12025550200",
                 *         "content": "Hello Ada 👋 #M7Q2K9X4TBC",
                 *         "sim": "SIM1",
                 *         "timestamp": "2026-11-21T18:00:04.21Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description `message.phone.received`, `phone.heartbeat.online`; others are taken and left. */
                    type: string;
                    data: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Taken: it is written down, and worked on now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-source.invalid"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    twilioInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the source. */
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "MessageSid": "SM00000000000000000000000000000001",
                 *       "AccountSid": "AC00000000000000000000000000000001",
                 *       "From": "+12025550100",
                 *       "To": "+12025550200",
                 *       "Body": "Hello Ada 👋 #M7Q2K9X4TBC",
                 *       "NumMedia": "0"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    MessageSid: string;
                    From?: string;
                    To?: string;
                    Body?: string;
                    NumMedia?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            401: components["responses"]["handset-source.invalid"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    gateways: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "name": "acme",
                     *         "kind": "smpp",
                     *         "source": "database",
                     *         "isDefault": true,
                     *         "isDefaultMms": false,
                     *         "sendsMms": false,
                     *         "throughput": 10,
                     *         "offices": 0,
                     *         "settings": {
                     *           "host": "smpp.example.com",
                     *           "port": 2775,
                     *           "systemId": "textprobe",
                     *           "window": 10,
                     *           "throughput": 10
                     *         },
                     *         "secrets": [
                     *           {
                     *             "name": "password",
                     *             "setAt": "2026-11-21T10:00:04.210-08:00"
                     *           }
                     *         ],
                     *         "link": {
                     *           "state": "up",
                     *           "since": "2026-11-21T10:00:06.031-08:00",
                     *           "reason": null
                     *         },
                     *         "updatedAt": "2026-11-21T10:00:04.210-08:00"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        name: string;
                        kind: string;
                        /**
                         * @description `settings`: of the carriers file or the lab, not to be changed here.
                         * @enum {string}
                         */
                        source: "settings" | "database";
                        /** @description Serves the offices that were given no gateway. */
                        isDefault: boolean;
                        /** @description Sends the MMS of offices whose own gateway sends none. */
                        isDefaultMms: boolean;
                        sendsMms: boolean;
                        /** @description Most messages a second over all workers, wherever it is set; null: no limit. Over SMPP each segment of a long SMS counts. */
                        throughput: number | null;
                        /** @description How many offices were given it. */
                        offices: number;
                        /** @description How the workers say that it stands, up to 5 s ago: up where one of them can send; null where none has it open. */
                        link: {
                            /**
                             * @description `stopped`: no longer tried, or seldom.
                             * @enum {string}
                             */
                            state: "up" | "down" | "stopped";
                            since: string;
                            /** @description A sentence or two for people, with the time of the next try. */
                            reason: string | null;
                        } | null;
                        /** @description Without its secrets; null where they are in the carriers file. */
                        settings: {
                            [key: string]: string | number | boolean | null;
                        } | null;
                        /** @description Which secrets are set, and since when; they are never shown. */
                        secrets: {
                            name: string;
                            setAt: string;
                        }[];
                        updatedAt: string | null;
                    }[];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    updateGateway: {
        parameters: {
            query: {
                id: number;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "acme",
                 *       "isDefault": true,
                 *       "settings": {
                 *         "host": "smpp.example.com",
                 *         "port": 2775,
                 *         "systemId": "textprobe",
                 *         "window": 10,
                 *         "throughput": 10,
                 *         "password": "a secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description One in the database goes before one of the carriers file. */
                    isDefault?: boolean;
                    /** @description Left out: as it was; of a new one: where no other sends the MMS of all, this one does. */
                    isDefaultMms?: boolean;
                    /** @description All of them, as in the carriers file. A secret that is left out stays as it is, one that is null is taken away. */
                    settings: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "acme",
                     *       "kind": "smpp",
                     *       "source": "database",
                     *       "isDefault": true,
                     *       "isDefaultMms": false,
                     *       "sendsMms": false,
                     *       "throughput": 10,
                     *       "offices": 0,
                     *       "settings": {
                     *         "host": "smpp.example.com",
                     *         "port": 2775,
                     *         "systemId": "textprobe",
                     *         "window": 10,
                     *         "throughput": 10
                     *       },
                     *       "secrets": [
                     *         {
                     *           "name": "password",
                     *           "setAt": "2026-11-21T10:00:04.210-08:00"
                     *         }
                     *       ],
                     *       "link": {
                     *         "state": "up",
                     *         "since": "2026-11-21T10:00:06.031-08:00",
                     *         "reason": null
                     *       },
                     *       "updatedAt": "2026-11-21T10:00:04.210-08:00"
                     *     }
                     */
                    "application/json": {
                        id: number;
                        name: string;
                        kind: string;
                        /**
                         * @description `settings`: of the carriers file or the lab, not to be changed here.
                         * @enum {string}
                         */
                        source: "settings" | "database";
                        /** @description Serves the offices that were given no gateway. */
                        isDefault: boolean;
                        /** @description Sends the MMS of offices whose own gateway sends none. */
                        isDefaultMms: boolean;
                        sendsMms: boolean;
                        /** @description Most messages a second over all workers, wherever it is set; null: no limit. Over SMPP each segment of a long SMS counts. */
                        throughput: number | null;
                        /** @description How many offices were given it. */
                        offices: number;
                        /** @description How the workers say that it stands, up to 5 s ago: up where one of them can send; null where none has it open. */
                        link: {
                            /**
                             * @description `stopped`: no longer tried, or seldom.
                             * @enum {string}
                             */
                            state: "up" | "down" | "stopped";
                            since: string;
                            /** @description A sentence or two for people, with the time of the next try. */
                            reason: string | null;
                        } | null;
                        /** @description Without its secrets; null where they are in the carriers file. */
                        settings: {
                            [key: string]: string | number | boolean | null;
                        } | null;
                        /** @description Which secrets are set, and since when; they are never shown. */
                        secrets: {
                            name: string;
                            setAt: string;
                        }[];
                        updatedAt: string | null;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["gateway.unknown"];
            408: components["responses"]["request.timeout"];
            /** @description `gateway.read-only`: The gateway is not set up over HTTP. `gateway.name-taken`: Another gateway has this name. `gateway.no-public-url`: The provider could not reach this installation. `idempotency.in-flight`: This request is still being answered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:gateway.read-only",
                     *       "title": "The gateway is not set up over HTTP",
                     *       "status": 409,
                     *       "code": "gateway.read-only",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "gateway.read-only" | "gateway.name-taken" | "gateway.no-public-url" | "idempotency.in-flight";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    createGateway: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "smpp",
                 *       "name": "acme",
                 *       "isDefault": true,
                 *       "settings": {
                 *         "host": "smpp.example.com",
                 *         "port": 2775,
                 *         "systemId": "textprobe",
                 *         "window": 10,
                 *         "throughput": 10,
                 *         "password": "a secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description One in the database goes before one of the carriers file. */
                    isDefault?: boolean;
                    /** @description Left out: as it was; of a new one: where no other sends the MMS of all, this one does. */
                    isDefaultMms?: boolean;
                    /** @description All of them, as in the carriers file. A secret that is left out stays as it is, one that is null is taken away. */
                    settings: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @enum {string} */
                    kind: "smpp" | "twilio";
                };
            };
        };
        responses: {
            /** @description Made: this is what it is now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "acme",
                     *       "kind": "smpp",
                     *       "source": "database",
                     *       "isDefault": true,
                     *       "isDefaultMms": false,
                     *       "sendsMms": false,
                     *       "throughput": 10,
                     *       "offices": 0,
                     *       "settings": {
                     *         "host": "smpp.example.com",
                     *         "port": 2775,
                     *         "systemId": "textprobe",
                     *         "window": 10,
                     *         "throughput": 10
                     *       },
                     *       "secrets": [
                     *         {
                     *           "name": "password",
                     *           "setAt": "2026-11-21T10:00:04.210-08:00"
                     *         }
                     *       ],
                     *       "link": null,
                     *       "updatedAt": "2026-11-21T10:00:04.210-08:00"
                     *     }
                     */
                    "application/json": {
                        id: number;
                        name: string;
                        kind: string;
                        /**
                         * @description `settings`: of the carriers file or the lab, not to be changed here.
                         * @enum {string}
                         */
                        source: "settings" | "database";
                        /** @description Serves the offices that were given no gateway. */
                        isDefault: boolean;
                        /** @description Sends the MMS of offices whose own gateway sends none. */
                        isDefaultMms: boolean;
                        sendsMms: boolean;
                        /** @description Most messages a second over all workers, wherever it is set; null: no limit. Over SMPP each segment of a long SMS counts. */
                        throughput: number | null;
                        /** @description How many offices were given it. */
                        offices: number;
                        /** @description How the workers say that it stands, up to 5 s ago: up where one of them can send; null where none has it open. */
                        link: {
                            /**
                             * @description `stopped`: no longer tried, or seldom.
                             * @enum {string}
                             */
                            state: "up" | "down" | "stopped";
                            since: string;
                            /** @description A sentence or two for people, with the time of the next try. */
                            reason: string | null;
                        } | null;
                        /** @description Without its secrets; null where they are in the carriers file. */
                        settings: {
                            [key: string]: string | number | boolean | null;
                        } | null;
                        /** @description Which secrets are set, and since when; they are never shown. */
                        secrets: {
                            name: string;
                            setAt: string;
                        }[];
                        updatedAt: string | null;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            408: components["responses"]["request.timeout"];
            /** @description `gateway.name-taken`: Another gateway has this name. `gateway.no-public-url`: The provider could not reach this installation. `idempotency.in-flight`: This request is still being answered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:gateway.name-taken",
                     *       "title": "Another gateway has this name",
                     *       "status": 409,
                     *       "code": "gateway.name-taken",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "gateway.name-taken" | "gateway.no-public-url" | "idempotency.in-flight";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    deleteGateway: {
        parameters: {
            query: {
                id: number;
            };
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["gateway.unknown"];
            408: components["responses"]["request.timeout"];
            /** @description `gateway.read-only`: The gateway is not set up over HTTP. `gateway.in-use`: The gateway is in use. `idempotency.in-flight`: This request is still being answered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:gateway.read-only",
                     *       "title": "The gateway is not set up over HTTP",
                     *       "status": 409,
                     *       "code": "gateway.read-only",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "gateway.read-only" | "gateway.in-use" | "idempotency.in-flight";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testGateway: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "smpp",
                 *       "settings": {
                 *         "host": "smpp.example.com",
                 *         "port": 2775,
                 *         "systemId": "textprobe",
                 *         "window": 10,
                 *         "throughput": 10,
                 *         "password": "a secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    id: number;
                    settings?: {
                        [key: string]: string | number | boolean | null;
                    };
                } | {
                    /** @enum {string} */
                    kind: "smpp" | "twilio";
                    settings: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "words": "Bound to smpp.example.com:2775 as transceiver, and enquire_link was answered.",
                     *       "tookMs": 84
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        /** @description What happened, in a sentence or two. */
                        words: string;
                        tookMs: number;
                    };
                };
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["gateway.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["gateway.read-only-or-idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    officeGateways: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "officeID": 1,
                     *         "gatewayID": 3,
                     *         "pinned": false
                     *       }
                     *     ]
                     */
                    "application/json": {
                        officeID: number;
                        gatewayID: number;
                        /** @description The carriers file says so: it is not changed by calls. */
                        pinned: boolean;
                    }[];
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    assignGateway: {
        parameters: {
            query?: never;
            header?: {
                /** @description Sent again with the same key and body, the call is answered again and not done again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "officeIDs": [
                 *         1,
                 *         2
                 *       ],
                 *       "gatewayID": 3
                 *     }
                 */
                "application/json": {
                    officeIDs: number[];
                    /** @description null: the default one. */
                    gatewayID: number | null;
                };
            };
        };
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.malformed`: The request is not valid HTTP. `idempotency.key`: The Idempotency-Key is not valid. `json.invalid`: The body is not valid JSON. `query.invalid`: The query is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:request.malformed",
                     *       "title": "The request is not valid HTTP",
                     *       "status": 400,
                     *       "code": "request.malformed",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "request.malformed" | "idempotency.key" | "json.invalid" | "query.invalid";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            401: components["responses"]["session.required"];
            403: components["responses"]["csrf.invalid-or-origin.foreign"];
            404: components["responses"]["gateway.unknown-or-office.unknown"];
            408: components["responses"]["request.timeout"];
            409: components["responses"]["office.pinned-or-idempotency.in-flight"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["idempotency.mismatch-or-body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    gatewayStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the gateway. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "MessageSid": "SM00000000000000000000000000000001",
                 *       "MessageStatus": "delivered",
                 *       "To": "+12025550200"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    MessageSid?: string;
                    MessageStatus?: string;
                    To?: string;
                    ErrorCode?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done: there is nothing to tell. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["request.malformed-or-json.invalid"];
            404: components["responses"]["route.unknown"];
            408: components["responses"]["request.timeout"];
            413: components["responses"]["body.too-large"];
            415: components["responses"]["body.unsupported-type"];
            422: components["responses"]["body.invalid"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `secrets.unavailable`: This process cannot use the key of the secrets. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "secrets.unavailable";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    messageCount: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messageCount": 1204
                     *     }
                     */
                    "application/json": {
                        messageCount: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    receivedMessageCount: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receivedMessageCount": 1130
                     *     }
                     */
                    "application/json": {
                        receivedMessageCount: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    deliveryRate: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveryRate": 96.4
                     *     }
                     */
                    "application/json": {
                        /** @description Messages received ÷ messages whose outcome is known × 100, one decimal; null while none is known. */
                        deliveryRate: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    deliveryDelay: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveryDelay": 0.07
                     *     }
                     */
                    "application/json": {
                        /** @description Mean minutes from submitted to received by our clock; null while none was received. */
                        deliveryDelay: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    dailyDeliveryRates: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "2026-11-20": 97.1,
                     *       "2026-11-21": null
                     *     }
                     */
                    "application/json": {
                        [key: string]: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    hourlyDeliveryRates: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "00:00": null,
                     *       "01:00": 98.2
                     *     }
                     */
                    "application/json": {
                        [key: string]: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    biAnnualDeliveryRates: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "2026-10": 95.9,
                     *       "2026-11": 96.4
                     *     }
                     */
                    "application/json": {
                        [key: string]: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    filteredDeliveryTrend: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "2026-11-21": 96.4
                     *     }
                     */
                    "application/json": {
                        [key: string]: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    carrierDeliveryRates: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "AT&T": 97.5,
                     *       "Verizon": 95.2
                     *     }
                     */
                    "application/json": {
                        [key: string]: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    messageTypeDistribution: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "SMS": 1100,
                     *       "MMS": 104
                     *     }
                     */
                    "application/json": {
                        SMS: number;
                        MMS: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    testTypeDistribution: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "IMMEDIATE": 900,
                     *       "SCHEDULED": 200,
                     *       "RECURRING": 104
                     *     }
                     */
                    "application/json": {
                        IMMEDIATE: number;
                        SCHEDULED: number;
                        RECURRING: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    findingCounts: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "findingCounts": {
                     *         "identical": 1080,
                     *         "equivalent": 12,
                     *         "re-encoded": 18,
                     *         "truncated": 3,
                     *         "joined wrongly": 1,
                     *         "altered": 9,
                     *         "text not told": 7,
                     *         "handset offline": 4,
                     *         "not sent": 0
                     *       },
                     *       "senderChangedCount": 21
                     *     }
                     */
                    "application/json": {
                        /** @description Messages by what was found about them; those without a finding are in none. */
                        findingCounts: {
                            identical: number;
                            equivalent: number;
                            "re-encoded": number;
                            truncated: number;
                            "joined wrongly": number;
                            altered: number;
                            "text not told": number;
                            "handset offline": number;
                            "not sent": number;
                        };
                        /** @description Messages whose handset saw another sender, whatever the finding. */
                        senderChangedCount: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    executionStatusCounts: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executionStatusCounts": {
                     *         "UNEXECUTED": 3,
                     *         "EXECUTING": 1,
                     *         "DELIVERED": 40,
                     *         "PARTIALLY_DELIVERED": 6,
                     *         "FAILED": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        executionStatusCounts: {
                            UNEXECUTED: number;
                            EXECUTING: number;
                            DELIVERED: number;
                            PARTIALLY_DELIVERED: number;
                            FAILED: number;
                        };
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    executionStatusDistribution: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executionStatusDistribution": {
                     *         "UNEXECUTED": 3,
                     *         "EXECUTING": 1,
                     *         "DELIVERED": 40,
                     *         "PARTIALLY_DELIVERED": 6,
                     *         "FAILED": 2
                     *       }
                     *     }
                     */
                    "application/json": {
                        executionStatusDistribution: {
                            UNEXECUTED: number;
                            EXECUTING: number;
                            DELIVERED: number;
                            PARTIALLY_DELIVERED: number;
                            FAILED: number;
                        };
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    executionSuccessRate: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executionSuccessRate": 95.8
                     *     }
                     */
                    "application/json": {
                        /** @description DELIVERED and PARTIALLY_DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                        executionSuccessRate: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    fullyDeliveredRate: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fullyDeliveredRate": 83.3
                     *     }
                     */
                    "application/json": {
                        /** @description DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                        fullyDeliveredRate: number | null;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    unexecutedTestCount: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unexecutedTestCount": 3
                     *     }
                     */
                    "application/json": {
                        unexecutedTestCount: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    executingTestCount: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executingTestCount": 1
                     *     }
                     */
                    "application/json": {
                        executingTestCount: number;
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    analyticsBundle: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                status?: "initiated" | "sent" | "delivered" | "received" | "failed" | "unknown";
                carrier?: string;
                finding?: "identical" | "equivalent" | "re-encoded" | "truncated" | "joined wrongly" | "altered" | "text not told" | "handset offline" | "not sent" | "sender changed";
                messageType?: "SMS" | "MMS";
                testType?: "IMMEDIATE" | "SCHEDULED" | "RECURRING";
                names: string;
                periods?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "figures": {
                     *         "message-count": {
                     *           "messageCount": 1204
                     *         },
                     *         "execution-success-rate": {
                     *           "executionSuccessRate": 95.8
                     *         }
                     *       },
                     *       "failed": {},
                     *       "periods": [
                     *         {
                     *           "startDate": "2026-11-15",
                     *           "endDate": "2026-11-21",
                     *           "figures": {
                     *             "message-count": {
                     *               "messageCount": 311
                     *             }
                     *           },
                     *           "failed": {
                     *             "execution-success-rate": "Something went wrong on our side."
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Each figure that was asked for, as its own call answers it; those that failed are left out. */
                        figures: {
                            "message-count"?: {
                                messageCount: number;
                            };
                            "received-message-count"?: {
                                receivedMessageCount: number;
                            };
                            "delivery-rate"?: {
                                /** @description Messages received ÷ messages whose outcome is known × 100, one decimal; null while none is known. */
                                deliveryRate: number | null;
                            };
                            "delivery-delay"?: {
                                /** @description Mean minutes from submitted to received by our clock; null while none was received. */
                                deliveryDelay: number | null;
                            };
                            "daily-delivery-rates"?: {
                                [key: string]: number | null;
                            };
                            "hourly-delivery-rates"?: {
                                [key: string]: number | null;
                            };
                            "bi-annual-delivery-rates"?: {
                                [key: string]: number | null;
                            };
                            "filtered-delivery-trend"?: {
                                [key: string]: number | null;
                            };
                            "carrier-delivery-rates"?: {
                                [key: string]: number | null;
                            };
                            "message-type-distribution"?: {
                                SMS: number;
                                MMS: number;
                            };
                            "test-type-distribution"?: {
                                IMMEDIATE: number;
                                SCHEDULED: number;
                                RECURRING: number;
                            };
                            "finding-counts"?: {
                                /** @description Messages by what was found about them; those without a finding are in none. */
                                findingCounts: {
                                    identical: number;
                                    equivalent: number;
                                    "re-encoded": number;
                                    truncated: number;
                                    "joined wrongly": number;
                                    altered: number;
                                    "text not told": number;
                                    "handset offline": number;
                                    "not sent": number;
                                };
                                /** @description Messages whose handset saw another sender, whatever the finding. */
                                senderChangedCount: number;
                            };
                            "execution-status-counts"?: {
                                executionStatusCounts: {
                                    UNEXECUTED: number;
                                    EXECUTING: number;
                                    DELIVERED: number;
                                    PARTIALLY_DELIVERED: number;
                                    FAILED: number;
                                };
                            };
                            "execution-status-distribution"?: {
                                executionStatusDistribution: {
                                    UNEXECUTED: number;
                                    EXECUTING: number;
                                    DELIVERED: number;
                                    PARTIALLY_DELIVERED: number;
                                    FAILED: number;
                                };
                            };
                            "execution-success-rate"?: {
                                /** @description DELIVERED and PARTIALLY_DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                                executionSuccessRate: number | null;
                            };
                            "fully-delivered-rate"?: {
                                /** @description DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                                fullyDeliveredRate: number | null;
                            };
                            "unexecuted-test-count"?: {
                                unexecutedTestCount: number;
                            };
                            "executing-test-count"?: {
                                executingTestCount: number;
                            };
                        };
                        /** @description Why a figure is missing, by its name: each fails by itself. */
                        failed: {
                            [key: string]: string;
                        };
                        /** @description The same figures of each period, in the order asked for. */
                        periods: {
                            startDate: string;
                            endDate: string;
                            /** @description Each figure that was asked for, as its own call answers it; those that failed are left out. */
                            figures: {
                                "message-count"?: {
                                    messageCount: number;
                                };
                                "received-message-count"?: {
                                    receivedMessageCount: number;
                                };
                                "delivery-rate"?: {
                                    /** @description Messages received ÷ messages whose outcome is known × 100, one decimal; null while none is known. */
                                    deliveryRate: number | null;
                                };
                                "delivery-delay"?: {
                                    /** @description Mean minutes from submitted to received by our clock; null while none was received. */
                                    deliveryDelay: number | null;
                                };
                                "daily-delivery-rates"?: {
                                    [key: string]: number | null;
                                };
                                "hourly-delivery-rates"?: {
                                    [key: string]: number | null;
                                };
                                "bi-annual-delivery-rates"?: {
                                    [key: string]: number | null;
                                };
                                "filtered-delivery-trend"?: {
                                    [key: string]: number | null;
                                };
                                "carrier-delivery-rates"?: {
                                    [key: string]: number | null;
                                };
                                "message-type-distribution"?: {
                                    SMS: number;
                                    MMS: number;
                                };
                                "test-type-distribution"?: {
                                    IMMEDIATE: number;
                                    SCHEDULED: number;
                                    RECURRING: number;
                                };
                                "finding-counts"?: {
                                    /** @description Messages by what was found about them; those without a finding are in none. */
                                    findingCounts: {
                                        identical: number;
                                        equivalent: number;
                                        "re-encoded": number;
                                        truncated: number;
                                        "joined wrongly": number;
                                        altered: number;
                                        "text not told": number;
                                        "handset offline": number;
                                        "not sent": number;
                                    };
                                    /** @description Messages whose handset saw another sender, whatever the finding. */
                                    senderChangedCount: number;
                                };
                                "execution-status-counts"?: {
                                    executionStatusCounts: {
                                        UNEXECUTED: number;
                                        EXECUTING: number;
                                        DELIVERED: number;
                                        PARTIALLY_DELIVERED: number;
                                        FAILED: number;
                                    };
                                };
                                "execution-status-distribution"?: {
                                    executionStatusDistribution: {
                                        UNEXECUTED: number;
                                        EXECUTING: number;
                                        DELIVERED: number;
                                        PARTIALLY_DELIVERED: number;
                                        FAILED: number;
                                    };
                                };
                                "execution-success-rate"?: {
                                    /** @description DELIVERED and PARTIALLY_DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                                    executionSuccessRate: number | null;
                                };
                                "fully-delivered-rate"?: {
                                    /** @description DELIVERED tests ÷ tests that ended with an outcome known × 100, one decimal; null without any. */
                                    fullyDeliveredRate: number | null;
                                };
                                "unexecuted-test-count"?: {
                                    unexecutedTestCount: number;
                                };
                                "executing-test-count"?: {
                                    executingTestCount: number;
                                };
                            };
                            /** @description Why a figure is missing, by its name: each fails by itself. */
                            failed: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            /** @description `server.busy`: Too busy just now. `database.unavailable`: The database cannot be reached. `server.draining`: Shutting down. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "urn:textprobe:problem:server.busy",
                     *       "title": "Too busy just now",
                     *       "status": 503,
                     *       "code": "server.busy",
                     *       "detail": "A sentence that says what to do.",
                     *       "requestId": "pQ3v0xRk2dZf"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["Problem"] & ({
                        /** @enum {string} */
                        code: "server.busy" | "database.unavailable" | "server.draining";
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["request.malformed-or-query.invalid"];
            401: components["responses"]["metrics-token.invalid-or-session.required"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    healthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "alive": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        alive: true;
                    };
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    healthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ready": true
                     *     }
                     */
                    "application/json": {
                        ready: boolean;
                        reason?: string;
                    };
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    apiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
    apiDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done: this is what was asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["request.malformed"];
            408: components["responses"]["request.timeout"];
            429: components["responses"]["rate.limited"];
            500: components["responses"]["server.failed"];
            503: components["responses"]["server.busy-or-database.unavailable"];
        };
    };
}
